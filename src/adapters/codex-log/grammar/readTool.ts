/** The start of a call, as its line (or its first one) has it. */
export interface ToolStart {
  name: string;
  argsText: string;
  callId?: string;
  /** The key that its end repeats, by which the two are matched. */
  key: string;
  /** True if more lines of the same start may follow. */
  goesOn?: true;
}

/** The end of a call. */
export interface ToolEnd {
  key: string;
  name: string;
  ok: boolean;
  code?: number;
  durationMs?: number;
  argsText?: string;
  callId?: string;
  status?: string;
  /** What the line says beyond that. */
  stated?: string;
}

const agentTools = 'spawn_agent|send_input|resume_agent|wait|close_agent';
const agentStart = new RegExp(String.raw`^collab (${agentTools})\(([^,)\s]+)(, prompt="|\)$)`);
const agentEnd = new RegExp(String.raw`^(${agentTools})\(([^,)\s]+)(?:, prompt="|\) )`);

/** Key of an open patch without its own name. */
export const PATCH_KEY = 'apply_patch';
/** Key of an open web search whose query is not known yet. */
export const SEARCH_KEY = 'web_search';

/** Reads the start of a call, except `exec` and `file update`, which have lines of their own. */
export function readToolStart(text: string): ToolStart | undefined {
  switch (text.charCodeAt(0)) {
    case 0x74: // t
      return readInvocationStart(text);
    case 0x6d: // m
      return readServerStart(text);
    case 0x63: // c
      return readAgentStart(text);
    case 0x61: // a
      return text === 'apply patch' ? { name: 'apply_patch', argsText: '', key: PATCH_KEY } : undefined;
    case 0x76: // v
      return text.startsWith('viewed image ') ? imageStart(text.slice('viewed image '.length)) : undefined;
    default:
      return text === '🌐 Searching the web...' ? { name: 'web_search', argsText: '', key: SEARCH_KEY } : undefined;
  }
}

function imageStart(path: string): ToolStart {
  return { name: 'view_image', argsText: path, key: `view_image ${path}` };
}

/** `tool srv.tool({"a":1})`; the document that describes the log has names without a server, too. */
function readInvocationStart(text: string): ToolStart | undefined {
  if (!text.startsWith('tool ') || !text.endsWith(')')) return undefined;
  const invocation = readInvocation(text.slice('tool '.length));
  return invocation === undefined ? undefined : { ...invocation, key: text.slice('tool '.length) };
}

function readInvocation(text: string): { name: string; argsText: string } | undefined {
  const open = text.indexOf('(');
  const name = text.slice(0, Math.max(0, open));
  if (!/^[^\s(]+$/.test(name)) return undefined;
  return { name, argsText: text.slice(open + 1, -1) };
}

/** `mcp: srv/tool started` */
function readServerStart(text: string): ToolStart | undefined {
  const match = /^mcp: ([^\s/]+\/\S+) started$/.exec(text);
  return match === null ? undefined : { name: match[1] ?? '', argsText: '', key: match[1] ?? '' };
}

/** `collab spawn_agent(call_1, prompt="…")` until 0.117, `collab: SpawnAgent` since. */
function readAgentStart(text: string): ToolStart | undefined {
  if (!text.startsWith('collab')) return undefined;
  const named = /^collab: ([A-Z][A-Za-z]*)$/.exec(text);
  if (named !== null) {
    const name = (named[1] ?? '').replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    return { name, argsText: '', key: `collab: ${name}` };
  }
  const match = agentStart.exec(text);
  if (match === null) return undefined;
  const [, name = '', callId = ''] = match;
  const argsText = text.slice(text.indexOf('(') + 1).replace(/\)$/, '');
  return { name, argsText, callId, key: callId, goesOn: true };
}

/** Reads the end of a call by its first line. */
export function readToolEnd(text: string): ToolEnd | undefined {
  return readInvocationEnd(text) ?? readServerEnd(text) ?? readPatchEnd(text) ?? readAgentEnd(text);
}

/** `srv.tool({"a":1}) success in 1.20s:` */
function readInvocationEnd(text: string): ToolEnd | undefined {
  const outcome = readToolOutcome(text);
  if (outcome === undefined) return undefined;
  const key = text.slice(0, outcome.start);
  if (/^tool\('[^']*'\)$/.test(key)) return { key, name: 'tool', ok: outcome.ok };
  const invocation = key.endsWith(')') ? readInvocation(key) : undefined;
  if (invocation === undefined) return undefined;
  const { ok, durationMs } = outcome;
  return { key, ...invocation, ok, ...(durationMs === undefined ? {} : { durationMs }) };
}

/** `mcp: srv/tool (completed)` */
function readServerEnd(text: string): ToolEnd | undefined {
  const match = /^mcp: ([^\s/]+\/\S+) \((completed|failed|in_progress)\)$/.exec(text);
  if (match === null) return undefined;
  const [, name = '', status = ''] = match;
  return { key: name, name, ok: status === 'completed', status };
}

const patchCall = /^apply_patch\((?:'([^']*)'|.*)\)$/;

/** `apply_patch(auto_approved=true) exited 0 in 53ms:` until 0.117, `patch: completed` since. */
function readPatchEnd(text: string): ToolEnd | undefined {
  const named = /^patch: (completed|failed|declined|in_progress)$/.exec(text);
  if (named !== null) {
    const status = named[1] ?? '';
    return { key: PATCH_KEY, name: 'apply_patch', ok: status === 'completed', status };
  }
  if (!text.startsWith('apply_patch(')) return undefined;
  const outcome = readExecOutcome(text);
  const call = outcome === undefined ? null : patchCall.exec(text.slice(0, outcome.start));
  if (outcome === undefined || call === null) return undefined;
  const { start: _, status: __, ...rest } = outcome;
  return { key: PATCH_KEY, name: 'apply_patch', ...rest, ...(call[1] === undefined ? {} : { callId: call[1] }) };
}

/**
 * `spawn_agent(call_1, prompt="…") pending init:`; the words after the call are its status. A prompt may span lines, so only the complete
 * text says how it ended.
 */
function readAgentEnd(text: string): ToolEnd | undefined {
  const match = agentEnd.exec(text);
  if (match === null) return undefined;
  const [, name = '', callId = ''] = match;
  const closing = text.includes(', prompt="') ? '") ' : ') ';
  const at = text.indexOf(closing);
  if (at === -1) return { key: callId, name, ok: true, callId };
  const stated = text.slice(at + closing.length);
  const [status = ''] = stated.split(/[:\n]/, 1);
  return { key: callId, name, ok: !/^(?:errored|not found|timed out)$/.test(status), callId, status, stated };
}

const SEARCH = 'web search: ';
const SEARCHED = '🌐 Searched: ';

/** The query of a web search; undefined for any other line. `web search: …` is printed at its start and at its end. */
export function readSearch(text: string): string | undefined {
  if (text.startsWith(SEARCH)) return text.slice(SEARCH.length);
  if (text === SEARCH.trimEnd()) return '';
  if (text.startsWith(SEARCHED)) return text.slice(SEARCHED.length);
  return text === '🌐 Searched the web' ? '' : undefined;
}

/** How a command or a tool ended, by the last words of a line. */
export interface Outcome {
  /** Position of the words in the line, including the space before them. */
  start: number;
  ok: boolean;
  code?: number;
  /** Milliseconds. */
  durationMs?: number;
  /** `declined` or `in progress`: neither success nor failure. */
  status?: 'declined' | 'in progress';
}

const duration = String.raw`(?:\d+ms|\d+(?:\.\d+)?s|\d+m ?\d+s)`;
// `succeded` is how Codex wrote it until May 2025.
const execPattern = new RegExp(
  String.raw`(?:^| )(?:(succeeded|succeded)|exited (-?\d+)|(declined|in progress))(?: in (${duration}))?:$`,
);
const toolPattern = new RegExp(` (success|failed)(?: in (${duration}))?:$`);
const durationPattern = /^(?:(\d+)ms|(\d+(?:\.\d+)?)s|(\d+)m ?(\d+)s)$/;

/** Number of characters examined at the end of a line, so that longer lines cost no more. */
const TAIL = 64;

/** Milliseconds of `53ms`, `1.20s`, `1m 15s` or `1m15s`. */
export function readDuration(text: string): number | undefined {
  const match = durationPattern.exec(text);
  if (match === null) return undefined;
  const [, ms, seconds, minutes, rest] = match;
  if (ms !== undefined) return Number(ms);
  if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  return Number(minutes) * 60_000 + Number(rest) * 1000;
}

function matchTail(text: string, pattern: RegExp): { match: RegExpExecArray; start: number } | undefined {
  if (text.charCodeAt(text.length - 1) !== 0x3a) return undefined;
  const from = Math.max(0, text.length - TAIL);
  const match = pattern.exec(text.slice(from));
  // At the boundary of a longer line, the match may have begun earlier.
  if (match === null || (from > 0 && match.index === 0)) return undefined;
  return { match, start: from + match.index };
}

function timed(text: string | undefined): { durationMs?: number } {
  const durationMs = text === undefined ? undefined : readDuration(text);
  return durationMs === undefined ? {} : { durationMs };
}

/** ` succeeded in 53ms:`, ` exited 1 in 1m 15s:`, ` declined in 0ms:` at the end of a line; the duration may be missing. */
export function readExecOutcome(text: string): Outcome | undefined {
  const found = matchTail(text, execPattern);
  if (found === undefined) return undefined;
  const [, succeeded, code, status, time] = found.match;
  const base = { start: found.start, ...timed(time) };
  if (succeeded !== undefined) return { ...base, ok: true, code: 0 };
  if (code !== undefined) return { ...base, ok: Number(code) === 0, code: Number(code) };
  return { ...base, ok: false, status: status === 'declined' ? 'declined' : 'in progress' };
}

/** ` success in 1.20s:` or ` failed in 3ms:` at the end of a line. */
function readToolOutcome(text: string): Outcome | undefined {
  const found = matchTail(text, toolPattern);
  if (found === undefined) return undefined;
  const [, word, time] = found.match;
  return { start: found.start, ok: word === 'success', ...timed(time) };
}
