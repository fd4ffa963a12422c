'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';

/** Props of {@link GridPart}. */
export interface GridPartProps extends ComponentPropsWithoutRef<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell' | 'presentation';
}

/** A part of a grid, as a table has it. It is no table: those cannot place rows where they please, and so not leave any out. */
export const GridPart = forwardRef<HTMLDivElement, GridPartProps>(function GridPart(props, ref) {
  return <div ref={ref} {...props} />;
});
