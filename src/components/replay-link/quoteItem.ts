import type { ReplayItem } from '../../replay/index.ts';
import { commandOf, failureText, printedText } from '../../session/facts/callTexts.ts';
import { eventText } from '../../session/facts/eventText.ts';
import { cutText, foldLines, splitLines } from '../../session/text/lines.ts';
import { fence, harmlessMarkdown, quoteMarkdown } from '../../session/text/markdown.ts';
import { stripAnsi, stripInvisible } from '../../session/text/stripAnsi.ts';

/** What a quote says of an item besides its text. */
export interface QuotedPlace {
  /** The item in words. */
  readonly name: string;
  /** When it happened, as the replay's clock shows it. */
  readonly time: string;
  /** Where it can be opened; absent where the host keeps no addresses. */
  readonly address?: string | undefined;
}

/** Most characters of a text that are looked at, and the lines of it that are quoted. */
const most = 8000;
const lines = { head: 10, tail: 4 } as const;

/** An item as Markdown: a line that leads to it, and its text as a quote. Texts of the log stay texts. The item is masked by the caller. */
export function quoteItem(item: ReplayItem, { name, time, address }: QuotedPlace): string {
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
    stripInvisible(stripAnsi(cutText(text, most)))
      .replace(/^\n+/, '')
      .trimEnd(),
  );
  const { head, hidden, tail } = foldLines(all, lines);
  return [...head, ...(hidden === 0 ? [] : ['\u2026']), ...tail].join('\n');
}
