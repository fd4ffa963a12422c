'use client';
import type { ComponentPropsWithoutRef, ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';

/** Props of {@link Chevron}. */
interface ChevronProps {
  open: boolean;
  /** In pixels. @default the size of icons */
  size?: number;
}

/** Down where something is unfolded, to the right where it is folded. */
export function Chevron({ open, ...size }: ChevronProps): ReactElement {
  return <Icon name={open ? 'chevronDown' : 'chevronRight'} {...size} />;
}

/** Props of {@link Disclosure}. */
interface DisclosureProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onClick' | 'onToggle'> {
  open: boolean;
  onToggle: () => void;
  /** Id of what it unfolds, which is there while it is open. */
  controls?: string | undefined;
  /** Where its chevron stands; without it, whoever uses it draws one. */
  chevron?: { readonly at: 'start' | 'end'; readonly size: number };
}

/** The button that folds and unfolds a part of a view: its words and a chevron, and what assistive technology is told. */
export function Disclosure({ open, onToggle, controls, chevron, children, ...rest }: DisclosureProps): ReactElement {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={() => onToggle()}
      {...rest}
    >
      {chevron?.at === 'start' ? <Chevron open={open} size={chevron.size} /> : null}
      {children}
      {chevron?.at === 'end' ? <Chevron open={open} size={chevron.size} /> : null}
    </button>
  );
}
