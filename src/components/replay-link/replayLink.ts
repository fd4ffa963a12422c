import {
  type ItemKind,
  noFilters,
  type ReplayFilters,
  type ReplayItem,
  readingLevels,
  sessionMs,
  type TermName,
} from '../../replay/index.ts';
import { commandOf, failureText, printedText } from '../../session/facts/callTexts.ts';
import { eventText } from '../../session/facts/eventText.ts';
import { cutText, foldLines, splitLines } from '../../session/text/lines.ts';
import { fence, harmlessMarkdown, quoteMarkdown } from '../../session/text/markdown.ts';
import { stripAnsi, stripInvisible } from '../../session/text/stripAnsi.ts';

/** A position of a replay and its view, as an address names it. Everything absent is as at first. */
export interface ReplayLink {
  /** Id of the session; without it the rest is ignored. */
  readonly session?: string | undefined;
  /** Milliseconds from the start of the session. */
  readonly at?: number | undefined;
  /** Id of the item that the playhead has reached: several items may share a moment. */
  readonly item?: string | undefined;
  /** Id of the item whose details are open; if it is not the one at the playhead, they are pinned. */
  readonly selected?: string | undefined;
  readonly filters?: Partial<ReplayFilters> | undefined;
  /** Text of the search. */
  readonly search?: string | undefined;
  /** Ids of the unfolded rows; only the first 64 are read. */
  readonly expanded?: readonly string[] | undefined;
  /** Names of open panels, and of what is hidden. */
  readonly panels?: readonly string[] | undefined;
}

/** Limits of an address: names of a kind, and characters of a name. */
const most = 64;
const longest = 300;

/** Name of the panel for a list of matches only. */
export const onlyMatchesPanel = 'matches';

/** Kinds that a link may hide. */
const kinds: ReadonlySet<string> = new Set<ItemKind>([
  'call',
  'message',
  'thinking',
  'plan',
  'review',
  'notice',
  'usage',
  'unknown',
]);

/** Value that says that nothing is hidden; a link without any value leaves this unchanged. */
const nothing = 'nothing';

/** Filters of older links, with the search terms that replace them. */
const formerFilters: Readonly<Record<string, TermName>> = {
  tool: 'tool',
  outcome: 'status',
  phase: 'phase',
  agent: 'agent',
};

/** Writes a link as the query of an address, without its `?`; equal links give equal texts. */
export function writeReplayLink(link: ReplayLink): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') query.append(name, value);
  };
  const { filters = {} } = link;
  set('session', link.session);
  set('t', writeMs(link.at));
  set('item', link.item);
  set('selected', link.selected);
  const { hidden } = filters;
  for (const kind of hidden?.length === 0 ? [nothing] : (hidden ?? []).slice(0, most)) set('hide', kind);
  set('only', filters.only === 'prompts' ? 'prompts' : undefined);
  set('level', filters.level);
  set('find', link.search);
  set('from', writeMs(filters.between?.from));
  set('to', writeMs(filters.between?.to));
  for (const id of (link.expanded ?? []).slice(0, most)) set('expanded', id);
  for (const name of link.panels ?? []) set('panel', name);
  return query.toString();
}

function writeMs(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : String(Math.round(ms * 1000) / 1000);
}

const { hidden: _, ...notHidden } = noFilters;

/** Reads a link from the query of an address, with or without its `?`. Unreadable parts are left out; it never throws. */
export function readReplayLink(text: string): ReplayLink {
  const query = new URLSearchParams(text);
  const one = (name: string): string | undefined => query.get(name)?.slice(0, longest) || undefined;
  const all = (name: string): string[] =>
    query
      .getAll(name)
      .filter((value) => value !== '' && value.length <= longest)
      .slice(0, most);
  const former = one('find') === undefined ? formerSearch(all, one('q')) : '';
  return {
    session: one('session'),
    at: readMoment(query.get('t')),
    item: one('item'),
    selected: one('selected'),
    search: one('find') ?? (former === '' ? undefined : former),
    filters: {
      ...notHidden,
      ...readLevel(one('level')),
      ...(query.has('hide') ? { hidden: all('hide').filter((kind): kind is ItemKind => kinds.has(kind)) } : {}),
      only: query.get('only') === 'prompts' ? 'prompts' : 'everything',
      between: readRange(query),
    },
    expanded: all('expanded'),
    panels: former === '' ? all('panel') : [...all('panel'), onlyMatchesPanel],
  };
}

/** The filters of an older link as a search; empty if there are none. */
function formerSearch(all: (name: string) => string[], text: string | undefined): string {
  const quoted = (value: string): string => `"${value.replaceAll('"', ' ')}"`;
  const terms = Object.entries(formerFilters).flatMap(([name, term]) =>
    all(name).map((value) => `${term}:${quoted(value)}`),
  );
  return [...terms, ...(text === undefined ? [] : [quoted(text)])].join(' ');
}

function readLevel(text: string | undefined): Partial<ReplayFilters> {
  const level = readingLevels.find((each) => each === text);
  return level === undefined ? {} : { level };
}

const clock = /^(?:(\d{1,6}):)?(\d{1,3}):(\d{1,2}(?:\.\d{1,3})?)$/;

/** A moment in milliseconds, or in the form of the replay's clock: `1:12:19`, `4:05`. */
function readMoment(text: string | null): number | undefined {
  const [, hours = '0', minutes, seconds] = clock.exec(text ?? '') ?? [];
  if (minutes === undefined) return readMs(text);
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

function readMs(text: string | null): number | undefined {
  const ms = Number(text ?? Number.NaN);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function readRange(query: URLSearchParams): ReplayFilters['between'] {
  const from = readMs(query.get('from'));
  const to = readMs(query.get('to'));
  return from === undefined || to === undefined || to < from ? undefined : { from: sessionMs(from), to: sessionMs(to) };
}

/** What a quote says of an item besides its text. */
interface QuoteParts {
  /** The item in words. */
  readonly name: string;
  /** When it happened, as the replay's clock shows it. */
  readonly time: string;
  /** Where it can be opened; absent where the host keeps no addresses. */
  readonly address?: string | undefined;
}

/** Most characters of a text that are looked at, and the lines of it that are quoted. */
const mostLength = 8000;
const lines = { head: 10, tail: 4 } as const;

/** An item as Markdown: a line that leads to it, and its text as a quote. Texts of the log stay texts. The item is masked by the caller. */
export function quoteItem(item: ReplayItem, { name, time, address }: QuoteParts): string {
  const words = harmlessMarkdown(`${time} \u00b7 ${name}`.replace(/\s+/g, ' '))
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;');
  const head =
    address === undefined ? `**${words}**` : `[${words}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`;
  const said = item.is === 'call' ? '' : shortened(eventText(item.event));
  const text = item.is === 'call' ? quoteCall(item) : said === '' ? '' : quoteMarkdown(said);
  return text === '' ? `${head}\n` : `${head}\n\n${text}\n`;
}

function quoteCall({ call }: Extract<ReplayItem, { is: 'call' }>): string {
  const command = commandOf(call);
  const printed = shortened(printedText(call) || failureText(call));
  const changed = (call.output.result?.patches ?? []).flatMap(({ hunks = [] }) => hunks.flatMap((hunk) => hunk.lines));
  if (changed.length > 0) return quoteBlocks([fence(shortened(changed.join('\n')), 'diff')]);
  return quoteBlocks([
    ...(command === undefined ? [] : [fence(shortened(command), 'sh')]),
    ...(printed === '' ? [] : [fence(printed)]),
  ]);
}

function quoteBlocks(blocks: readonly string[]): string {
  return blocks
    .flatMap((block) => ['', ...block.split('\n')])
    .slice(1)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function shortened(text: string): string {
  const all = splitLines(
    stripInvisible(stripAnsi(cutText(text, mostLength)))
      .replace(/^\n+/, '')
      .trimEnd(),
  );
  const { head, hidden, tail } = foldLines(all, lines);
  return [...head, ...(hidden === 0 ? [] : ['\u2026']), ...tail].join('\n');
}
