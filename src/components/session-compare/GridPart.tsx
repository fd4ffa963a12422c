'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';

/** Props of {@link GridPart}. */
export interface GridPartProps extends ComponentPropsWithoutRef<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell' | 'presentation';
}

/**
 * A part of a grid, with the role of a part of a table. Table elements cannot be used, because they allow neither free placement of rows
 * nor leaving rows out.
 */
export const GridPart = forwardRef<HTMLDivElement, GridPartProps>(function GridPart(props, ref) {
  return <div ref={ref} {...props} />;
});
