import { type ComponentPropsWithoutRef, type ReactElement, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';

interface ChevronProps {
  open: boolean;
  /** In pixels. @default the size of icons */
  size?: number;
}

/** A chevron that points down when open and to the right when folded. */
export function Chevron({ open, ...size }: ChevronProps): ReactElement {
  return <Icon name={open ? 'chevronDown' : 'chevronRight'} {...size} />;
}

interface DisclosureProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onClick' | 'onToggle'> {
  open: boolean;
  onToggle: () => void;
  /** Id of the element it unfolds, which exists only while open. */
  controls?: string | undefined;
  /** Where the chevron stands; without it, the caller draws one. */
  chevron?: { readonly at: 'start' | 'end'; readonly size: number };
}

/** A button that folds and unfolds a part of a view: its text, a chevron, and the state for assistive technology. */
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

/** A fold that its host may control: with `open` the host decides, without it the component remembers. */
export interface OpenProps {
  /** Whether it is unfolded; leave it out to let the component remember. */
  open?: boolean | undefined;
  /** Whether it is unfolded at first, if the component remembers. @default false */
  defaultOpen?: boolean | undefined;
  /** Called when the reader folds or unfolds it. */
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** Returns the state of a fold and the function that toggles it. */
export function useOpen({ open, defaultOpen = false, onOpenChange }: OpenProps): [open: boolean, toggle: () => void] {
  const [remembered, setRemembered] = useState(defaultOpen);
  const now = open ?? remembered;
  const toggle = (): void => {
    setRemembered(!now);
    onOpenChange?.(!now);
  };
  return [now, toggle];
}
