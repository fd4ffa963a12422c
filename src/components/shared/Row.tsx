'use client';
import { type ComponentPropsWithoutRef, type CSSProperties, forwardRef, type ReactNode } from 'react';
import type { ToolCall } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { ItemPlace } from './itemPlace.ts';
import { joinClasses } from './joinClasses.ts';
import { RowTime } from './RowTime.tsx';

/** Props of {@link Row}. */
export interface RowProps extends ItemPlace, Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** What kind of item it is; the host's style sheet can tell them apart. @selector [data-item] */
  item: 'call' | 'message' | 'thinking' | 'notice' | 'plan' | 'idle' | 'housekeeping' | 'looks' | 'chapter';
  /** When it happened, ISO 8601. */
  at?: string | undefined;
  /** Left behind by a rewind or a retry. @selector [data-branch="abandoned"] */
  branch?: 'abandoned' | undefined;
  icon: ReactNode;
  /** What gives the icon its colour. @selector [data-category] */
  category?: ToolCall['tool_category'] | undefined;
  /** Between the icon and the result. */
  children: ReactNode;
  /** Right of the body: markers, counts, reasons. */
  result?: ReactNode;
  /** In the last column. */
  duration?: ReactNode;
  /** Under the row, from the body's edge to the right one. */
  below?: ReactNode;
}

/**
 * The geometry that every item of a timeline shares: gutter, time, icon, body, result, duration. It measures itself, and
 * below 560 px gives up time and result.
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
        <RowTime className="ark-row__time" at={at} scope={scope} />
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
