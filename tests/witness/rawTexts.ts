import { agentCounters } from '../../scripts/counts/countAgents.ts';
import { seenTexts } from '../adapters/claude-code/seenTexts.ts';
import { visibleTexts } from '../adapters/codex-rollout/visibleTexts.ts';

import { agentTexts } from './agentTexts.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const records = (text: string): unknown[] => text.split('\n').map(parse);

/** Lines that only introduce the lines after them, or say how a part ended: no text by a person, a model or a tool. */
const logMarks = [
  /^(?:user|codex|thinking|exec|apply patch|file update:?|Plan update|turn diff:|-{8}|User instructions:|STDERR:)$/,
  /^patch: (?:completed|failed|declined|in_progress)$/,
  /^mcp: \S+ (?:started|\(completed\)|\(failed\))$/,
  /^apply_patch\(.*\) exited .*:$|^apply_patch auto_approved=\w+:$/,
  /^(?:succeeded|exited -?\d+|declined|in progress)(?: in [\dms. ]+)?:$/,
  /^(?:tokens used:? ?)?[\d,\s]*$/,
  /^collab: \w+$|^(?:collab )?(?:wait|close_agent)\(\S+\)(?: .*:)?$/,
  /^web search:$|^🌐 Searching the web\.\.\.$/,
  /^(?:plan: \[|explanation: (?:Some|None))/,
];

/** Wrappers of a line's value, to be removed. */
const logDress = [
  /^OpenAI Codex v(\S+)(?: \(research preview\))?$/,
  /^(?:workdir|model|provider|approval|sandbox|reasoning effort|reasoning summaries|session id): (.*)$/,
  /^[✓→•⬜✔] (.*)$/u,
  /^(?:Agent message|thinking|web search): (.*)$/,
  /^🌐 Searched: (.*)$/u,
  /^viewed image (.*)$/,
  /^receivers?: (.*?),? *$/,
  /^(?:collab )?(?:spawn_agent|send_input)\([\w-]+, prompt="(.*?)(?:"\)(?: [\w ]+:)?)?$/,
  /^(.*)"\) pending init:$|^(.*)"\)$/,
  /^close_agent\(\S+\) completed: "(.*)$/,
  // The last line of a command with several lines.
  /^(.*?)["'] (?:succeeded|exited -?\d+)(?: in [\dms. ]+):$/,
  /^(.*?)["']? in (?:[A-Z]:)?[/\\]\S*(?:exec| (?:succeeded|exited -?\d+|declined)(?: in [\dms. ]+)?:)?$/,
];

/** A command with its folder and possibly its outcome: `exec bash -lc 'ls' in /src succeeded in 9ms:`. */
const commandLine =
  /^(?:exec )?(\S*(?:sh|powershell\.exe"?|pwsh(?:\.exe)?"?)) (?:-l?c|-Command|-NoProfile -Command) (.*)$/;
const commandEnd = /(?:exec|(?: ?(?:succeeded|succeded|exited -?\d+|declined)(?: in [\dms. ]+)?:?))$/;

/** A line of a human-readable Codex log without prefixes, time stamps, and the wrappers of its parts. */
function* logTexts(text: string): Generator<string> {
  for (const raw of text.split('\n')) {
    const line = raw
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are not text
      .replaceAll(/\u001b\[[0-9;]*m/g, '')
      .replaceAll(/\[(?:stderr|stdout)\] ?/g, '')
      .replace(/^\[\d{4}-\d{2}-\d{2}T[\d:]+\] /, '')
      .trim();
    if (!logMarks.some((mark) => mark.test(line))) yield* undress(line);
  }
}

function* undress(line: string): Generator<string> {
  const command = commandLine.exec(line)?.[2];
  if (command !== undefined) {
    const bare = command.replace(commandEnd, '');
    const place = bare.lastIndexOf(' in ');
    yield unquote(place === -1 ? bare : bare.slice(0, place));
    return;
  }
  const call = /^(?:tool )?[\w.-]+\((\{.*\})\)(?: (?:success|failed) in [\dms. ]+:)?$/.exec(line)?.[1];
  if (call !== undefined) {
    yield* values(parse(call));
    return;
  }
  const words = /^tool [\w.-]+\((.*)\)$/.exec(line)?.[1];
  if (words !== undefined) {
    yield words;
    return;
  }
  const ended = line.indexOf('") completed: "');
  if (ended !== -1) {
    yield* undress(line.slice(0, ended));
    yield line.slice(ended + '") completed: "'.length);
    return;
  }
  const dressed = logDress.map((dress) => dress.exec(line)).find((match) => match !== null);
  yield* (dressed?.[1] ?? dressed?.[2] ?? line).split(', ');
}

/** The script inside a shell's quotes. */
function unquote(word: string): string {
  if (word.startsWith("'")) return word.replace(/^'|'$/g, '').replaceAll(`'"'"'`, "'");
  return word.startsWith('"') ? word.replace(/^"|"$/g, '').replaceAll(/\\(["$`\\])/g, '$1') : word;
}

function* frago(text: string): Generator<string> {
  for (const step of records(text)) {
    if (!isFields(step) || typeof step.content_summary !== 'string') continue;
    // The start of a background task stands there as JSON: its values are kept as fields.
    if (step.content_summary.startsWith('{"task_id"') && isFields(parse(step.content_summary))) {
      yield* values(parse(step.content_summary));
      continue;
    }
    yield step.content_summary
      .replace(/^(?:Result|结果): /, '')
      .replaceAll(/<\/?[a-z_-]+>/g, '\n')
      .replace(/\.\.\.$/, '');
  }
}

/** The inputs and outputs of a `wf` run. */
function* wf(text: string): Generator<string> {
  for (const record of records(text)) {
    if (!isFields(record)) continue;
    for (const key of ['stdout', 'stderr', 'message', 'verify_output', 'feedback']) {
      if (typeof record[key] === 'string') yield record[key];
    }
  }
}

/** Times are rewritten in one form. */
const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text);

/** Names of states, which the standard spells differently. */
const isEnum = (text: string): boolean => /^[A-Z]+(?:_[A-Z]+)*$/.test(text);

/** Every string that is neither a key nor a time. */
function* values(value: unknown): Generator<string> {
  if (typeof value === 'string' && !isTime(value)) yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* values(each);
}

/** The number of removed characters is a field of the call; MCP results are JSON in a string. */
function* rolloutTexts(text: string): Generator<string> {
  const marks = /^Total output lines: \d+$|…\d+ (?:tokens|chars) truncated…/gm;
  for (const each of visibleTexts(text)) {
    for (const line of each.replaceAll(marks, '\n').split('\n')) {
      yield* line.startsWith('[{') ? values(parse(line) ?? line) : [line];
    }
  }
}

/** Per format: the texts of a raw file that a person could see. Each knows only the raw form. */
export const rawTexts: Readonly<Record<string, (text: string) => Iterable<string>>> = {
  'claude-code': (text) => records(text).flatMap((record) => [...seenTexts(record)]),
  'codex-log': logTexts,
  'codex-rollout': rolloutTexts,
  frago,
  planner: (text) => records(text).flatMap((record) => [...values(record)].filter((each) => !isEnum(each))),
  std001: (text) => values(parse(text)),
  wf,
  ...Object.fromEntries(
    Object.keys(agentCounters).map((format) => [format, (text: string) => agentTexts(format, text)]),
  ),
};
