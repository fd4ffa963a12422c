import { stripAnsi } from '../text/stripAnsi.ts';

/** Maximum length of a line that is looked at, and of the beginning and the end of an output, in characters. */
const most = { line: 300, end: 20_000 } as const;

/** What tools print at their end, each pattern matched against one line. */
interface Endings {
  /** The checks that print it, by their names as `commandName` gives them. */
  readonly of: RegExp;
  /** The scripts of a project that may run such a check, by their names. */
  readonly scripts: RegExp;
  readonly failed: readonly RegExp[];
  readonly passed: readonly RegExp[];
}

const tests = /(?:^|[ :_-])(?:test|tests|spec|e2e)(?:$|[:_-])/;
const lints = /(?:^|[ :_-])lint(?:$|[:_-])/;
const builds = /(?:^|[ :_-])(?:build|compile|types?|typecheck|tsc)(?:$|[:_-])/;
const anyScript = /./;

const endings: readonly Endings[] = [
  {
    of: /tsc$|^tsgo/,
    scripts: builds,
    failed: [/\berror TS\d{1,5}:/],
    passed: [],
  },
  {
    of: /^go test$|^gotestsum$/,
    scripts: tests,
    failed: [/^(?:FAIL(?:\s|$)|\s{0,40}--- FAIL:)/],
    passed: [/^ok\s{1,8}\S{1,200}\s/, /^PASS$/],
  },
  {
    of: /^(?:vitest|jest|node|playwright test|mocha|ava|bun test)$/,
    scripts: tests,
    failed: [
      /^\s{0,20}(?:Tests|Test Files|Test Suites|Suites):? .{0,80}?\b[1-9]\d{0,6} failed\b/,
      /^\s{0,20}[1-9]\d{0,6} (?:failing|failed|fail|tests? failed)$/,
      /^\s{0,20}[1-9]\d{0,6} failing\b/,
      /^[#ℹ] fail [1-9]/,
    ],
    passed: [
      /^\s{0,20}(?:Tests|Test Files|Test Suites):? .{0,80}?\b[1-9]\d{0,6} passed\b/,
      /^\s{0,20}[1-9]\d{0,6} (?:passing|tests? passed|passed \()/,
      /^\s{0,20}[#ℹ]? ?(?:fail 0|0 fail)$/,
    ],
  },
  {
    of: /^(?:py\.?test|unittest|tox|nox)$/,
    scripts: tests,
    failed: [
      /^=*\s?.{0,120}\b[1-9]\d{0,6} (?:failed|errors?)\b.{0,120} in [\d.]{1,12}s/,
      /^={3,80} (?:FAILURES|ERRORS) ={3,80}$/,
      /^FAILED \((?:failures|errors)=/,
    ],
    passed: [/^=*\s?.{0,120}\b[1-9]\d{0,6} passed\b.{0,120} in [\d.]{1,12}s/, /^OK(?: \(|$)/],
  },
  {
    of: /^cargo /,
    scripts: anyScript,
    failed: [/^error(?:\[E\d{1,5}\])?: /],
    passed: [/^\s{0,8}Finished (?:`|dev|test|release)/],
  },
  {
    of: /^cargo (?:test|nextest)$/,
    scripts: tests,
    failed: [/^test result: FAILED/],
    passed: [/^test result: ok\./],
  },
  {
    of: /^(?:npm|pnpm|yarn|bun) /,
    scripts: anyScript,
    failed: [
      /^npm (?:ERR!|error) /,
      /\bELIFECYCLE\b|\bERR_PNPM_/,
      /^Exit status [1-9]/,
      /^error Command failed with exit code [1-9]/,
    ],
    passed: [/^(?:✨\s{1,2})?Done in [\d.]{1,12}m?s\.?$/],
  },
  {
    of: /^make /,
    scripts: anyScript,
    failed: [/^g?make(?:\[\d{1,3}\])?: \*\*\* .{0,200}Error [1-9]/],
    passed: [],
  },
  {
    of: /^(?:vite|next|webpack|astro) build$/,
    scripts: builds,
    failed: [],
    passed: [/\bbuilt in [\d.]{1,12} ?m?s\b/, /\bCompiled successfully\b/],
  },
  {
    of: /^(?:eslint|oxlint|biome \w+|ruff|mypy|pyright|stylelint|golangci-lint|rubocop)$/,
    scripts: lints,
    failed: [
      /✖ \d{1,7} problems? \([1-9]\d{0,6} error/,
      /^Found [1-9]\d{0,6} errors?\b(?! \(\d{1,7} fixed, 0 remaining\))/,
      /^\s{0,4}[1-9]\d{0,6} issues:$/,
      /\b[1-9]\d{0,6} offenses? detected\b/,
    ],
    passed: [
      /^All checks passed!|^Found \d{1,7} errors? \(\d{1,7} fixed, 0 remaining\)/,
      /^Success: no issues found/,
      /^(?:Found )?0 (?:errors?|issues\.$)/,
      /^Checked \d{1,7} files? in .{1,20}\. (?:No fixes applied|Fixed \d{1,7} files?)\./,
      /✖ \d{1,7} problems? \(0 errors/,
      /\bno offenses detected\b/,
    ],
  },
  {
    of: /^(?:gradlew?|mvn|dotnet) /,
    scripts: anyScript,
    failed: [
      /^(?:\[ERROR\] |\[INFO\] )?BUILD FAIL(?:ED|URE)\b|^Build FAILED\.|^FAILURE: Build failed\b/,
      /^(?:\[(?:ERROR|WARNING)\] )?Tests run: \d.{0,60}(?:Failures|Errors): [1-9]/,
      /^\s{0,4}Failed!\s{1,4}- Failed:/,
    ],
    passed: [/^(?:\[INFO\] )?BUILD SUCCESS|^Build succeeded\./, /^\s{0,4}Passed!\s{1,4}- Failed:\s{1,6}0,/],
  },
  {
    of: /^(?:rspec|phpunit)$/,
    scripts: tests,
    failed: [/^\d{1,7} examples?, [1-9]\d{0,6} failures?\b/, /^(?:FAILURES!|ERRORS!)$/],
    passed: [/^\d{1,7} examples?, 0 failures\b/],
  },
];

const exitEcho = /^.{0,80}\bexit(?:[ _-]?(?:code|status))?\s{0,3}[:=]?\s{0,3}(\d{1,3})\s{0,3}$/i;

/** The lines at the beginning and the end of an output, without escape sequences. */
export function outputLines(text: string): string[] {
  const ends = text.length <= 2 * most.end ? text : `${text.slice(0, most.end)}\n${text.slice(-most.end)}`;
  return stripAnsi(ends)
    .split('\n')
    .map((line) => line.slice(0, most.line).trimEnd());
}

/** The outcome that one of the lines states, as an exit code: `EXIT: 0`. */
export function outcomeByExit(lines: readonly string[]): 'succeeded' | 'failed' | undefined {
  const code = exitEcho.exec(lines.findLast((line) => exitEcho.test(line)) ?? '')?.[1];
  return code === undefined ? undefined : code === '0' ? 'succeeded' : 'failed';
}

/** The outcome that the lines state which tests, linters, compilers and package managers end with; one failure makes it failed. */
export function outcomeByTools(lines: readonly string[]): 'succeeded' | 'failed' | undefined {
  const outcomes = endings.map((each) => outcomeByEnding(lines, each));
  return outcomes.find((each) => each === 'failed') ?? outcomes.find((each) => each !== undefined);
}

/**
 * The outcomes that lines report of several checks of one command, by their names. Only lines count that no other of these checks may have
 * printed; a check that none reports is left out.
 */
export function outcomesByTools(
  lines: readonly string[],
  names: readonly string[],
): ReadonlyMap<string, 'succeeded' | 'failed'> {
  const outcomes = new Map<string, 'succeeded' | 'failed'>();
  for (const ending of endings) {
    const [printer, ...others] = names.length < 2 ? names : printersOf(ending, names);
    if (printer === undefined || others.length > 0 || outcomes.get(printer) === 'failed') continue;
    const outcome = outcomeByEnding(lines, ending);
    if (outcome !== undefined) outcomes.set(printer, outcome);
  }
  return outcomes;
}

function outcomeByEnding(lines: readonly string[], { failed, passed }: Endings): 'succeeded' | 'failed' | undefined {
  const isAnyOf = (patterns: readonly RegExp[]): boolean =>
    patterns.some((pattern) => lines.some((line) => pattern.test(line)));
  if (isAnyOf(failed)) return 'failed';
  return isAnyOf(passed) ? 'succeeded' : undefined;
}

/** The checks that may print such lines: the tool itself, else scripts that are named for it, else any script. */
function printersOf({ of, scripts }: Endings, names: readonly string[]): readonly string[] {
  const tools = names.filter((name) => of.test(name));
  if (tools.length > 0) return tools;
  const projects = names.filter((name) => endings.every((each) => each.scripts === anyScript || !each.of.test(name)));
  const named = projects.filter((name) => scripts.test(name));
  return named.length > 0 ? named : projects;
}

/** Whether lines say no more than how a command ended, or that it printed nothing. */
export function sayNothing(lines: readonly string[]): boolean {
  return lines.every((line) => {
    const words = line.trim();
    return (
      words.length < 80 &&
      (/^\(?(?:.{0,40}\b)?no output\)?$|^v?\d{1,3}(?:\.\d{1,4}){2}$|^$/i.test(words) ||
        exitEcho.test(words) ||
        emptyLine.test(words))
    );
  });
}

const emptyLine =
  /^(?:command |process )?exit(?:ed)?(?: with)?(?: code| status)?:? \d{1,3}\.?(?: · printed nothing)?$/i;
