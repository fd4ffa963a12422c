import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { ToolCall } from '../../session/index.ts';
import { toMillis } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { useKit } from '../theme/useKit.ts';
import { Disclosure } from './Disclosure.tsx';
import type { ItemPlace, ItemScope } from './itemPlace.ts';
import { joinClasses } from './joinClasses.ts';
import { OneLine } from './LogText.tsx';

/** Props of {@link Row}. */
export interface RowProps extends ItemPlace, Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Kind of item, for the host's style sheet. @selector [data-item] */
  item: 'call' | 'message' | 'thinking' | 'notice' | 'plan' | 'idle' | 'housekeeping' | 'looks' | 'chapter';
  /** When it happened, ISO 8601. */
  at?: string | undefined;
  /** Abandoned by a rewind or a retry. @selector [data-branch="abandoned"] */
  branch?: 'abandoned' | undefined;
  icon: ReactNode;
  /** Category, which gives the icon its colour. @selector [data-category] */
  category?: ToolCall['tool_category'] | undefined;
  /** Between the icon and the result. */
  children: ReactNode;
  /** At the right of the body: markers, counts, reasons. */
  result?: ReactNode;
  /** In the last column. */
  duration?: ReactNode;
  /** Below the row, from the left edge of the body to the right edge. */
  below?: ReactNode;
}

/**
 * The layout that every item of a timeline shares: gutter, time, icon, body, result, duration. It adapts to its own width: below 560 px it
 * hides time and result.
 */
export const Row = forwardRef<HTMLDivElement, RowProps>(function Row(
  {
    item,
    at,
    branch,
    icon,
    category,
    children,
    result,
    duration,
    below,
    scope,
    replayedAt,
    depth = 0,
    playState = 'done',
    current = false,
    selected = false,
    className,
    style,
    ...rest
  },
  ref,
) {
  const nested: CSSProperties | undefined = depth > 0 ? ({ '--ark-depth': depth } as CSSProperties) : undefined;
  return (
    <div
      ref={ref}
      className={joinClasses('ark', 'ark-row', className)}
      style={{ ...nested, ...style }}
      data-item={item}
      data-depth={depth > 0 ? depth : undefined}
      data-play-state={playState}
      data-current={current ? '' : undefined}
      data-selected={selected ? '' : undefined}
      data-branch={branch}
      {...rest}
    >
      <div className="ark-row__line">
        <RowTime className="ark-row__time" {...{ at, replayedAt, scope }} />
        <span className="ark-row__icon" data-category={category}>
          {icon}
        </span>
        <div className="ark-row__body">{children}</div>
        {result === undefined ? null : <div className="ark-row__result">{result}</div>}
        {duration === undefined ? null : <div className="ark-row__duration">{duration}</div>}
      </div>
      {below === undefined || below === null ? null : <div className="ark-row__below">{below}</div>}
      {current ? (
        <span className="ark-row__playhead">
          <Icon name="playhead" size={12} />
        </span>
      ) : null}
    </div>
  );
});

interface NoteLineProps {
  /** Kind of the note. */
  title: ReactNode;
  /** The start of its text. */
  text?: string | undefined;
  /** Drawn after the text. */
  children?: ReactNode;
  /** What fills the rest of the line. @default 'line' @selector [data-fill] */
  fill?: 'line' | 'hatch';
  open?: boolean;
  /** Called when the line is pressed; with it, the line is a button that unfolds what is below. */
  onToggle?: (() => void) | undefined;
  /** Id of the element it unfolds. */
  controls?: string;
}

/** The single quiet line of a note: its kind, the start of its text, and a rule to the right edge. */
export function NoteLine({
  title,
  text,
  children,
  fill = 'line',
  open,
  onToggle,
  controls,
}: NoteLineProps): ReactElement {
  const words = (
    <>
      <span className="ark-note__title">{title}</span>{' '}
      {text === undefined || text === '' ? null : (
        <span className="ark-note__text">
          <OneLine text={text} />
        </span>
      )}
      {children}
    </>
  );
  return (
    <div className="ark-note">
      {onToggle === undefined ? (
        words
      ) : (
        <Disclosure
          className="ark-line-button ark-row__button ark-note__button"
          chevron={{ at: 'end', size: 12 }}
          {...{ open: open === true, onToggle, controls }}
        >
          {words}
        </Disclosure>
      )}
      <span className={joinClasses('ark-note__fill', fill === 'hatch' ? 'ark-hatch' : undefined)} data-fill={fill} />
    </div>
  );
}

interface RowTimeProps {
  className?: string;
  at: string | undefined;
  /** When the replay's clock reaches the item, in milliseconds since 1970. @default when it happened */
  replayedAt: number | undefined;
  scope: ItemScope | undefined;
}

/** The time of an item from the start of its session; hovering shows date, time of day and zone, where they are known. */
export function RowTime({ className, at, replayedAt, scope }: RowTimeProps): ReactElement | null {
  const { formatters } = useKit();
  const elapsed = elapsedMs(scope?.startedAt, replayedAt ?? at);
  if (at === undefined || elapsed === undefined) return null;
  return (
    <time className={className} {...(scope?.dated === false ? {} : { dateTime: at, title: formatters.dateTime(at) })}>
      {formatters.clock(elapsed)}
    </time>
  );
}

/** Milliseconds between two times, in ISO 8601 or as milliseconds since 1970; undefined if one is absent or invalid. */
export function elapsedMs(from: string | undefined, to: string | number | undefined): number | undefined {
  const start = toMillis(from);
  const end = typeof to === 'number' ? to : toMillis(to);
  return start === undefined || end === undefined ? undefined : end - start;
}
