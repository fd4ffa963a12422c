import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef } from 'react';
import { scaleOf } from '../hooks/scaleOf.ts';

/** Props of {@link Splitter}. */
export interface SplitterProps {
  /** Accessible name: what it resizes. */
  label: string;
  /** Size of the part above or before it, in pixels. */
  sizePx: number;
  minPx: number;
  maxPx: number;
  /** How far a key moves it, in pixels. @default 16 */
  stepPx?: number | undefined;
  /** How far a key moves it back. @default stepPx */
  stepBackPx?: number | undefined;
  /** Orientation; a horizontal one is moved up and down. @default 'horizontal' */
  orientation?: 'horizontal' | 'vertical' | undefined;
  onSize: (sizePx: number) => void;
  /** Called on a double press, to restore the original size. */
  onReset?: (() => void) | undefined;
}

/** When to use it: on the edge of a panel that the reader may resize, by dragging or with the arrow keys, Home and End. */
export function Splitter(props: SplitterProps): ReactElement {
  const {
    label,
    sizePx,
    minPx,
    maxPx,
    stepPx = 16,
    stepBackPx = stepPx,
    orientation = 'horizontal',
    onSize,
    onReset,
  } = props;
  const grip = useRef<number>(undefined);
  const at = (event: PointerEvent<HTMLElement>): number =>
    (orientation === 'horizontal' ? event.clientY : event.clientX) / scaleOf(event.currentTarget);
  const resize = (px: number): void => onSize(Math.round(Math.min(maxPx, Math.max(minPx, px))));
  const [less, more] = orientation === 'horizontal' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sizes: Readonly<Record<string, number>> = {
      [less as string]: sizePx - stepBackPx,
      [more as string]: sizePx + stepPx,
      Home: minPx,
      End: maxPx,
    };
    const size = Object.hasOwn(sizes, event.key) ? sizes[event.key] : undefined;
    if (size === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(size);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      className="ark-splitter"
      role="separator"
      tabIndex={0}
      data-orientation={orientation}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuemin={Math.round(minPx)}
      aria-valuemax={Math.round(maxPx)}
      aria-valuenow={Math.round(sizePx)}
      onKeyDown={onKeyDown}
      // A press does not move the focus, so that the keys stay where the reader was. Tab leads here.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = sizePx - at(event);
      }}
      onPointerMove={(event) => {
        if (grip.current !== undefined) resize(grip.current + at(event));
      }}
      onPointerUp={() => {
        grip.current = undefined;
      }}
      onPointerCancel={() => {
        grip.current = undefined;
      }}
      onDoubleClick={onReset}
    />
  );
}
