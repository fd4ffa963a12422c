import type { ToolCall } from '../schema/std001v31.ts';
import { commandOf, failureText, printedText } from './callTexts.ts';
import { outcomesByTools, outputLines } from './checkLines.ts';
import { goesOn, isPipe } from './commandLine.ts';
import { type CommandPart, checkNames, commandParts, keepsPipeExits } from './commandPurpose.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that only let through what another prints. */
const filters = set(
  'head tail cat tee sort less wc cut tr uniq column select-string select-object sort-object measure-object out-string',
);
/** Programs that do not fail. */
const harmless = set('echo printf true : pwd export set sleep date');
/** Programs that say their name where they fail, so that their silence tells that they did not. */
const outspoken = set('cd pushd source . ls cp mv rm mkdir rmdir touch ln chmod find sed set-location');
/** What begins or ends a block of commands, of which any may have failed. */
const blocks = set('for while until if case select function done fi esac }');

/** Lines that give away a program whose name does not stand in them. */
const marks: readonly (readonly [name: RegExp, line: RegExp])[] = [
  [/^git commit$/, /^(?:nothing to commit|no changes added to commit|nothing added to commit|Author identity unknown)/],
  [/^git/, /^(?:fatal|error): /],
  [/^(?:python|pytest|unittest|py_)/, /^Traceback \(most recent call last\)/],
  [/^(?:node|tsx|ts-node)/, /^Node\.js v\d|^\s{4}at .{0,150}\(?node:internal/],
  [/^np[mx]/, /^npm (?:ERR!|error) /],
  [/tsc$|^tsgo/, /\berror TS\d{1,5}:/],
  [/^(?:cargo|rustc)/, /^error(?:\[E\d{1,5}\])?: /],
];

/**
 * The part of a failed shell command that failed, as far as the shell's grammar and the output tell; undefined where several may have.
 * In `a && b` either may fail, of `a; b` and `a || b` the exit code is that of `b`, and of `a | b` too.
 */
export function failedPart(
  call: ToolCall,
  parts: readonly CommandPart[] = commandParts(commandOf(call) ?? ''),
): CommandPart | undefined {
  const candidates = mayHaveFailed(parts);
  if (candidates.length < 2) return candidates[0];
  const lines = [printedText(call), failureText(call), call.output.error ?? ''].flatMap(outputLines);
  const complaining = complainers(lines);
  const named = candidates.filter(({ program }) => complaining.has(program));
  if (named.length === 1) return named[0];
  const marked = candidates.filter(({ name }) =>
    marks.some(([who, mark]) => who.test(name) && lines.some((line) => mark.test(line))),
  );
  if (marked.length === 1) return marked[0];
  // A command that hides its errors has not shown that it did well.
  if (named.length > 1 || /2>\s?\/dev\/null|&>|2>&-/.test(commandOf(call) ?? '')) return undefined;
  const left = candidates.filter(
    ({ program, name }) => !outspoken.has(program) && !filters.has(program) && name !== 'git add',
  );
  if (left.length === 1) return left[0];
  const told = outcomesByTools(lines, checkNames(parts));
  const broken = left.filter(({ purpose, name }) => purpose === 'test' && told.get(name) === 'failed');
  if (broken.length === 1) return broken[0];
  const open = keepsPipeExits(parts) ? left : left.filter(({ operator }) => !isPipe(operator));
  return open.length === 1 && broken.length > 0 ? open[0] : undefined;
}

/** The parts of a command whose failure makes all of it fail. */
function mayHaveFailed(parts: readonly CommandPart[]): CommandPart[] {
  const stopsAtOnce = parts.some(
    ({ program, words }) => program === 'set' && words.some((word) => /^-\w*e/.test(word)),
  );
  const isBlock = parts.some(({ program }) => blocks.has(program));
  const from = stopsAtOnce || isBlock ? 0 : parts.slice(0, -1).findLastIndex(({ operator }) => goesOn(operator)) + 1;
  const last = parts.slice(from);
  const kept = keepsPipeExits(parts);
  const able = last.filter(({ operator, program }, at) => {
    if (program === '' || harmless.has(program) || blocks.has(program)) return false;
    return kept || isBlock || !isPipe(operator) || endsInFilter(last, at);
  });
  return able.length === 0 ? last.filter(({ program }) => program !== '').slice(-1) : able;
}

/** Whether the pipe that a part stands in ends with a filter, which seldom fails by itself. */
function endsInFilter(parts: readonly CommandPart[], at: number): boolean {
  const end = parts.find(({ operator }, n) => n >= at && !isPipe(operator));
  return end !== undefined && filters.has(end.program);
}

/** The programs that say their name before what they say: `ls: …`, `bash: line 1: rg: …`, `zsh: command not found: rg`. */
export function complainers(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => {
      const heads = line.split(/: ?/, 5);
      return heads.length === 1 ? [] : heads.map((head) => programNamed(head));
    }),
  );
}

function programNamed(head: string): string {
  return (head.split('/').at(-1) ?? '').toLowerCase().replace('.exe', '');
}
