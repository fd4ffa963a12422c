import { type CSSProperties, type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { cutText, oneLine } from '../../../session/text/lines.ts';
import { selectionAt } from '../../hooks/acrossShadows.ts';
import { detailWords } from '../../language/english/detail.ts';
import { useKit } from '../../theme/useKit.ts';
import { CopyButton } from '../CopyButton.tsx';
import { Chevron } from '../Disclosure.tsx';
import { LogText } from '../LogText.tsx';
import { LongText } from '../LongText.tsx';
import { countIn, isJsonParent, isLongText, type JsonParent, type JsonRow, jsonRows, sliceOf } from './jsonRows.ts';

/** Props of {@link JsonTree}. */
export interface JsonTreeProps {
  value: JsonParent;
  /** What it is, to assistive technology. */
  label: string;
}

type ValueRow = Extract<JsonRow, { is: 'value' }>;

const longestName = 200;
const textFold = { head: 40, tail: 10 };
/** How many rows a key goes. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * An object or a list of JSON, to be folded and walked by the keys of a tree; long texts unfold, long lists grow by a hundred.
 * The row under the cursor copies its value, by its button or by the browser's own command. It masks nothing: give it what may be shown.
 */
export function JsonTree({ value, label }: JsonTreeProps): ReactElement {
  const [open, setOpen] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => jsonRows(value, { open, shown }), [value, open, shown]);
  const last = rows.length - 1;
  const here = Math.min(active, last);

  const goTo = (row: number): void => {
    const to = Math.max(0, Math.min(row, last));
    setActive(to);
    list.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
  };
  const press = (at: number, wanted?: boolean): void => {
    const row = rows[at];
    setActive(at);
    if (row === undefined) return;
    if (row.is === 'more') setShown(new Map(shown).set(row.path, (shown.get(row.path) ?? sliceOf) + sliceOf));
    else if (row.open !== undefined) setOpen(new Map(open).set(row.path, wanted ?? !row.open));
  };
  const parentOf = (at: number): number => {
    const level = rows[at]?.level ?? 1;
    for (let row = at - 1; row >= 0; row -= 1) if ((rows[row]?.level ?? 0) < level) return row;
    return at;
  };
  const act = (key: string): boolean => {
    const row = rows[here];
    const isOpen = row?.is === 'value' ? row.open : undefined;
    const step = steps[key];
    if (step !== undefined) goTo(here + step);
    else if (key === 'ArrowRight') isOpen === true ? goTo(here + 1) : press(here, true);
    else if (key === 'ArrowLeft') isOpen === true ? press(here, false) : goTo(parentOf(here));
    else if (key === 'Enter' || key === ' ') press(here);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as Element).matches('[role=treeitem]')) return;
    if (!act(event.key)) return;
    event.preventDefault();
    // The replay around it has commands on the same keys.
    event.stopPropagation();
  };
  return (
    <div
      ref={list}
      className="ark-json ark-mono"
      role="tree"
      aria-label={label}
      onKeyDown={onKeyDown}
      onCopy={(event) => {
        const row = rows[here];
        if (row?.is !== 'value' || String(selectionAt(event.currentTarget)) !== '') return;
        event.clipboardData.setData('text/plain', textOf(row.value));
        event.preventDefault();
      }}
    >
      {rows.map((row, at) => (
        <Line key={`${row.is}${row.path}`} {...{ row, at }} active={at === here} onPress={() => press(at)} />
      ))}
    </div>
  );
}

/** A value as it is copied: a text as it is, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));
}

interface LineProps {
  row: JsonRow;
  at: number;
  active: boolean;
  onPress: () => void;
}

function Line({ row, at, active, onPress }: LineProps): ReactElement {
  const { t } = useKit(detailWords);
  const isValue = row.is === 'value';
  const isLong = isValue && row.open === true && isLongText(row.value);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has its keys
    <div
      role="treeitem"
      aria-level={row.level}
      {...(isValue ? { 'aria-posinset': row.position, 'aria-setsize': row.siblings, 'aria-expanded': row.open } : {})}
      className="ark-json__row"
      style={{ '--ark-json-level': row.level - 1 } as CSSProperties}
      tabIndex={active ? 0 : -1}
      data-at={at}
      data-pressed={row.is === 'more' || row.open !== undefined ? '' : undefined}
      onClick={(event) => {
        const { target } = event;
        if (target instanceof Element && target.closest('button, .ark-json__text') === null) onPress();
      }}
    >
      <span className="ark-json__chevron" aria-hidden="true">
        {isValue && row.open !== undefined ? <Chevron open={row.open} size={12} /> : null}
      </span>
      {isValue ? <Value row={row} /> : <span className="ark-json__more">{t('json.more', { n: row.hidden })}</span>}
      {isValue && active ? (
        <span className="ark-json__copy">
          <CopyButton look="icon" label={t('json.copyValue')} text={() => textOf(row.value)} />
        </span>
      ) : null}
      {isLong ? (
        <div className="ark-json__text">
          <LongText text={row.value as string} fold={textFold} />
        </div>
      ) : null}
    </div>
  );
}

function Value({ row: { name, value, open } }: { row: ValueRow }): ReactElement {
  const { t } = useKit(detailWords);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  return (
    <span className="ark-json__line">
      <span className="ark-json__name" data-kind={typeof name}>
        <LogText text={cutText(String(name), longestName)} />
      </span>
      <span aria-hidden="true">: </span>
      {isJsonParent(value) ? (
        <span className="ark-json__count">
          {t(Array.isArray(value) ? 'json.items' : 'json.fields', { n: countIn(value) })}
        </span>
      ) : isLongText(value) && open === true ? null : (
        <span className="ark-json__value" data-kind={kind}>
          <LogText text={typeof value === 'string' ? `"${oneLine(value, longestName)}"` : String(value)} />
        </span>
      )}
    </span>
  );
}
