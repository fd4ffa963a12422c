import { stripAnsi } from '../text/stripAnsi.ts';

/** Maximum length of a line that is looked at, and of the beginning and the end of an output, in characters. */
const most = { line: 300, end: 20_000 } as const;

/** What tools print when a check failed, each matched against one line. */
const failures: readonly RegExp[] = [
  /\berror TS\d{1,5}:/,
  // go test, and Go's compiler
  /^(?:FAIL(?:\s|$)|\s{0,40}--- FAIL:)/,
  // vitest, jest, node --test, playwright, mocha, ava, bun test
  /^\s{0,20}(?:Tests|Test Files|Test Suites|Suites):? .{0,80}?\b[1-9]\d{0,6} failed\b/,
  /^\s{0,20}[1-9]\d{0,6} (?:failing|failed|fail|tests? failed)$/,
  /^\s{0,20}[1-9]\d{0,6} failing\b/,
  /^[#ℹ] fail [1-9]/,
  // pytest, unittest
  /^=*\s?.{0,120}\b[1-9]\d{0,6} (?:failed|errors?)\b.{0,120} in [\d.]{1,12}s/,
  /^={3,80} (?:FAILURES|ERRORS) ={3,80}$/,
  /^FAILED \((?:failures|errors)=/,
  // cargo
  /^error(?:\[E\d{1,5}\])?: /,
  /^test result: FAILED/,
  // npm, pnpm, yarn, make
  /^npm (?:ERR!|error) /,
  /\bELIFECYCLE\b|\bERR_PNPM_/,
  /^Exit status [1-9]/,
  /^error Command failed with exit code [1-9]/,
  /^g?make(?:\[\d{1,3}\])?: \*\*\* .{0,200}Error [1-9]/,
  // eslint, biome, ruff, mypy, tsc, golangci-lint, rubocop
  /✖ \d{1,7} problems? \([1-9]\d{0,6} error/,
  /^Found [1-9]\d{0,6} errors?\b(?! \(\d{1,7} fixed, 0 remaining\))/,
  /^\s{0,4}[1-9]\d{0,6} issues:$/,
  /\b[1-9]\d{0,6} offenses? detected\b/,
  // gradle, maven, dotnet, rspec, phpunit
  /^(?:\[ERROR\] |\[INFO\] )?BUILD FAIL(?:ED|URE)\b|^Build FAILED\.|^FAILURE: Build failed\b/,
  /^(?:\[(?:ERROR|WARNING)\] )?Tests run: \d.{0,60}(?:Failures|Errors): [1-9]/,
  /^\s{0,4}Failed!\s{1,4}- Failed:/,
  /^\d{1,7} examples?, [1-9]\d{0,6} failures?\b/,
  /^(?:FAILURES!|ERRORS!)$/,
];

/** What tools print when a check passed. */
const passes: readonly RegExp[] = [
  /^ok\s{1,8}\S{1,200}\s/,
  /^PASS$/,
  /^\s{0,20}(?:Tests|Test Files|Test Suites):? .{0,80}?\b[1-9]\d{0,6} passed\b/,
  /^\s{0,20}[1-9]\d{0,6} (?:passing|tests? passed|passed \()/,
  /^\s{0,20}[#ℹ]? ?(?:fail 0|0 fail)$/,
  /^=*\s?.{0,120}\b[1-9]\d{0,6} passed\b.{0,120} in [\d.]{1,12}s/,
  /^OK(?: \(|$)/,
  /^test result: ok\./,
  /^\s{0,8}Finished (?:`|dev|test|release)/,
  /\bbuilt in [\d.]{1,12} ?m?s\b/,
  /\bCompiled successfully\b/,
  /^All checks passed!|^Found \d{1,7} errors? \(\d{1,7} fixed, 0 remaining\)/,
  /^Success: no issues found/,
  /^(?:Found )?0 (?:errors?|issues\.$)/,
  /^Checked \d{1,7} files? in .{1,20}\. (?:No fixes applied|Fixed \d{1,7} files?)\./,
  /^(?:\[INFO\] )?BUILD SUCCESS|^Build succeeded\./,
  /✖ \d{1,7} problems? \(0 errors/,
  /^\s{0,4}Passed!\s{1,4}- Failed:\s{1,6}0,/,
  /^\d{1,7} examples?, 0 failures\b|\bno offenses detected\b/,
  /^(?:✨\s{1,2})?Done in [\d.]{1,12}m?s\.?$/,
];

const exitEcho = /^.{0,80}\bexit(?:[ _-]?(?:code|status))?\s{0,3}[:=]?\s{0,3}(\d{1,3})\s{0,3}$/i;

/** The lines at the beginning and the end of an output, without escape sequences. */
export function outputLines(text: string): string[] {
  const ends = text.length <= 2 * most.end ? text : `${text.slice(0, most.end)}\n${text.slice(-most.end)}`;
  return stripAnsi(ends)
    .split('\n')
    .map((line) => line.slice(0, most.line).trimEnd());
}

/** The outcome that one of the lines tells, as an exit code: `EXIT: 0`. */
export function outcomeByExit(lines: readonly string[]): 'succeeded' | 'failed' | undefined {
  const code = exitEcho.exec(lines.findLast((line) => exitEcho.test(line)) ?? '')?.[1];
  return code === undefined ? undefined : code === '0' ? 'succeeded' : 'failed';
}

/** The outcome that lines tell which tests, linters, compilers and package managers end with; one failure makes it failed. */
export function outcomeByTools(lines: readonly string[]): 'succeeded' | 'failed' | undefined {
  if (lines.some((line) => failures.some((pattern) => pattern.test(line)))) return 'failed';
  return lines.some((line) => passes.some((pattern) => pattern.test(line))) ? 'succeeded' : undefined;
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
