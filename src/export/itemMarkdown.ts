import type { ReplayItem } from '../replay/index.ts';
import { commandOf, printedText } from '../session/facts/callTexts.ts';
import type { FilePatch, PlanEvent, SessionEvent, ToolCall } from '../session/index.ts';
import { fence, inlineCode } from './fence.ts';
import { harmlessMarkdown, quoteMarkdown } from './harmlessMarkdown.ts';

/** How the items of a report are written. */
export interface Page {
  /** Masks secrets and removes what nobody sees. */
  clean: (text: string) => string;
  /** Lines shown of each output. */
  outputLines: number;
}

/** A call or an event as Markdown, inner ones as quotes; empty where a reader of a report misses nothing. */
export function itemMarkdown(page: Page, item: ReplayItem): string {
  const text = item.is === 'call' ? callMarkdown(page, item.call, item.plan) : eventMarkdown(page, item.event);
  if (text === '' || item.depth === 0) return text;
  const margin = '> '.repeat(item.depth);
  return text
    .split('\n')
    .map((line) => `${margin}${line}`)
    .join('\n');
}

function callMarkdown(page: Page, call: ToolCall, plan: PlanEvent | undefined): string {
  const how = call.outcome ?? call.output.status;
  const parts = [
    `**${inlineCode(page.clean(call.tool_name))}** ${how}, ${call.duration_ms} ms`,
    plan === undefined ? inputOf(page, call) : checklist(page, plan),
    ...(call.output.result?.patches ?? []).map((patch) => patchMarkdown(page, patch)),
    outputOf(page, call),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function inputOf({ clean }: Page, call: ToolCall): string {
  const command = commandOf(call);
  if (command !== undefined) return fence(clean(command), 'sh');
  const text = JSON.stringify(call.input.params, undefined, 2);
  return text === '{}' ? '' : fence(clean(text), 'json');
}

function outputOf(page: Page, call: ToolCall): string {
  return [printedText(call), call.output.result?.stderr ?? '']
    .flatMap((each) => (each.trim() === '' ? [] : [fence(head(page, each))]))
    .join('\n\n');
}

function head({ clean, outputLines }: Page, text: string): string {
  const lines = clean(text).trimEnd().split('\n');
  if (lines.length <= outputLines) return lines.join('\n');
  return [...lines.slice(0, outputLines), `… ${lines.length - outputLines} more lines`].join('\n');
}

const signs: Readonly<Record<FilePatch['change'], string>> = {
  added: 'Added',
  modified: 'Changed',
  deleted: 'Deleted',
  renamed: 'Renamed',
};

function patchMarkdown({ clean }: Page, { path, change, moved_to, hunks = [] }: FilePatch): string {
  const to = moved_to === undefined ? '' : ` to ${inlineCode(clean(moved_to))}`;
  const lines = hunks.flatMap((hunk) => [
    `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@`,
    ...hunk.lines,
  ]);
  const title = `${signs[change]} ${inlineCode(clean(path))}${to}`;
  return lines.length === 0 ? title : `${title}\n\n${fence(clean(lines.join('\n')), 'diff')}`;
}

const boxes: Readonly<Record<PlanEvent['items'][number]['status'], string>> = {
  pending: '⬜',
  in_progress: '▶',
  completed: '✓',
};

function checklist(page: Page, { items }: PlanEvent): string {
  return items
    .map(({ text, status }) => `- ${boxes[status]} ${harmlessMarkdown(page.clean(text)).replace(/\s+/g, ' ')}`)
    .join('\n');
}

function eventMarkdown(page: Page, event: SessionEvent): string {
  switch (event.type) {
    case 'message':
      return `### ${event.role === 'user' ? 'User' : event.role === 'system' ? 'System' : 'Agent'}\n\n${quoteMarkdown(page.clean(event.text))}`;
    case 'thinking':
      return event.text === undefined ? '' : `_Thinking_\n\n${quoteMarkdown(page.clean(event.text))}`;
    case 'plan':
      return checklist(page, event);
    case 'review':
      return `**Review ${event.attempt}** ${event.action}\n\n${quoteMarkdown(page.clean(event.feedback))}`;
    case 'notice':
      return `_${event.kind.replaceAll('_', ' ')}_ ${harmlessMarkdown(page.clean(event.text)).replace(/\s+/g, ' ')}`;
    // Counts, and records that no adapter knows: both are in the session.
    case 'usage':
    case 'unknown':
      return '';
  }
}
