import type { NoticeKind } from '../../../session/index.ts';
import { groupBy } from '../../../session/internal.ts';

/** A line in which Codex reports on itself. */
export interface Notice {
  kind: NoticeKind;
  /** True if other programs print such lines too, so that the lines around it must agree. */
  common: boolean;
  /** True if the following lines belong to it. */
  goesOn: boolean;
  /** ISO 8601, where the line carries a time. */
  at?: string;
}

const tracePattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) +(ERROR|WARN|INFO|DEBUG|TRACE) (?:(codex|rmcp)[\w]*)?/;
const levels: Readonly<Record<string, NoticeKind>> = { ERROR: 'error', WARN: 'warning' };

/** A record of the tracing that Codex prints on stderr, `2026-05-04T10:00:00.000000Z ERROR codex_core::…: …`. */
export function readTrace(text: string): Notice | undefined {
  const code = text.charCodeAt(0);
  if (code < 0x30 || code > 0x39) return undefined;
  const match = tracePattern.exec(text);
  if (match === null) return undefined;
  const [, at = '', level = '', target] = match;
  return { kind: levels[level] ?? 'info', common: target === undefined, goesOn: true, at };
}

interface Rule {
  start: string;
  /** Pattern for the whole line; absent if the beginning is enough. */
  shape?: RegExp;
  kind: NoticeKind;
  common?: true;
  goesOn?: true;
}

const rules: readonly Rule[] = [
  { start: 'ERROR: ', kind: 'error', common: true, goesOn: true },
  { start: 'warning: ', kind: 'warning', common: true, goesOn: true },
  { start: 'deprecated: ', kind: 'warning', common: true, goesOn: true },
  { start: 'Reconnecting... ', shape: /^Reconnecting\.\.\. \d+\/\d+(?: \(.*)?$/, kind: 'retry' },
  { start: 'stream error: ', kind: 'retry', common: true },
  { start: 'mcp: ', shape: /^mcp: \S+ (?:starting|ready|cancelled)$/, kind: 'info' },
  { start: 'mcp: ', shape: /^mcp: \S+ failed: /, kind: 'warning', goesOn: true },
  { start: 'mcp startup: ', shape: /^mcp startup: (?:no servers$|ready: |failed: |cancelled: )/, kind: 'info' },
  { start: 'hook: ', shape: /^hook: [A-Z]\w*(?: [A-Z]\w*)?$/, kind: 'hook' },
  {
    start: 'hook ',
    shape: /^hook [A-Z]\w*(?:: | \((?:running|completed|failed|blocked|stopped)\)$)/,
    kind: 'hook',
    goesOn: true,
  },
  { start: 'context compacted', shape: /^context compacted$/, kind: 'compaction', common: true },
  { start: 'task interrupted', shape: /^task interrupted$/, kind: 'interruption', common: true },
  { start: 'turn interrupted', shape: /^turn interrupted$/, kind: 'interruption', common: true },
  {
    start: 'task aborted: ',
    shape: /^task aborted: (?:replaced by a new task|review ended)$/,
    kind: 'interruption',
    common: true,
  },
  { start: 'model rerouted: ', shape: /^model rerouted: \S+ -> \S+$/, kind: 'model_change' },
  { start: 'elicitation request ', shape: /^elicitation request \S+$/, kind: 'info', common: true },
  { start: 'auto-cancelling (not supported in exec mode)', kind: 'info' },
  { start: 'generated image ', shape: /^generated image \S+/, kind: 'info', common: true },
  { start: 'image generation started ', kind: 'info', common: true },
  { start: 'codex session ', shape: /^codex session [0-9a-f-]{36}$/, kind: 'info' },
  { start: 'session ', shape: /^session [0-9a-f-]{36} with model \S+$/, kind: 'info' },
  {
    start: 'job ',
    shape: /^job \S+ .{0,80}?\d{1,9}\/\d{1,9} \d{1,3}% f\d{1,9} r\d{1,9} p\d{1,9} eta \S+$/,
    kind: 'background_task',
  },
  { start: 'Reading prompt from stdin...', kind: 'info', common: true },
  { start: 'Reading additional input from stdin...', kind: 'info', common: true },
  { start: 'Snapshots disabled: ', kind: 'info', common: true },
];

const rulesByFirst = groupBy(rules, ({ start }) => start.charCodeAt(0));

/** The notice that a line is; undefined for any other line. */
export function readNotice(text: string): Notice | undefined {
  for (const rule of rulesByFirst.get(text.charCodeAt(0)) ?? []) {
    if (!text.startsWith(rule.start) || rule.shape?.test(text) === false) continue;
    return { kind: rule.kind, common: rule.common === true, goesOn: rule.goesOn === true };
  }
  return readTrace(text);
}
