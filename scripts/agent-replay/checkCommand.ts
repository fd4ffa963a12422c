import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  readFragoEntities,
  sessionStepSchema,
  toolCallRecords,
  validateFrago,
} from '../../src/adapters/frago/index.ts';
import { detectFormat, readSample } from '../../src/adapters/index.ts';
import { adapterById } from '../../src/adapters/registry.ts';
import {
  checkSession,
  type Diagnostic,
  diagnose,
  diagnosticCatalogue,
  parseSessionText,
  type Session,
} from '../../src/session/index.ts';
import type { FoundFile } from '../etl/collected.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { detectSources } from '../etl/detectSources.ts';
import { inLanguage } from '../etl/formatReport.ts';
import { createPart, type Part } from './commandPart.ts';
import { exitCodes, Failure } from './failure.ts';
import { longestText, tooLong } from './readText.ts';
import { checkSecrets } from './secretCheck.ts';
import { pathFromHere, plain, type Terminal } from './terminal.ts';

/** What a check found in one file or in one store of files. */
export interface Finding {
  /** The path of the file or of the store. */
  path: string;
  diagnostics: readonly Diagnostic[];
}

/** Checks files for one thing; leaves alone files that are of another kind. */
export type Check = (files: readonly FoundFile[]) => Promise<readonly Finding[]>;

/** The checks that `check` runs. */
const checks: readonly Check[] = [checkSessions, checkFragoStores];

/** `check`: validates a session, or a store of sessions, against the standard. */
export function checkCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'check',
      summary: t(
        'Checks sessions against the standard, and Frago stores against their rules.',
        '按标准检查会话，按规则检查 Frago 存储。',
      ),
      examples: [
        ['$ session.json', t('one session', '单个会话')],
        ['$ data/sessions', t('all sessions of a folder', '文件夹中的全部会话')],
        ['$ --secrets data/sessions', t('what masking would still find', '仍会被遮盖的内容')],
        ['$ data/sessions --json', t('for machines', '机器可读')],
      ],
      notes: [
        t(
          'Exit codes: 0 all conform · 1 some do not · 2 wrong call · 3 a file could not be read, or there was none.',
          '退出码：0 全部符合 · 1 有不符合的 · 2 用法错误 · 3 文件无法读取，或没有文件。',
        ),
      ],
    },
    terminal,
  );
  part
    .argument(
      '<paths...>',
      t('session files, or folders of them, or of Frago sessions', '会话文件或其文件夹，或 Frago 会话文件夹'),
    )
    .option('--strict', t('notices count too: old shapes, values that were guessed', '提示也算：旧版结构、推断的值'))
    .option('--secrets', t('look for secrets that are not masked, in files of any kind', '查找任意文件中未遮盖的密钥'))
    .option(
      '--rules <file>',
      t('with --secrets: look by these rules, too (JSON)', '配合 --secrets：同时按此文件中的规则（JSON）'),
    )
    .option('--json', t('a report for machines', '机器可读的报告'))
    .option('--verbose', t('say what is well, too, and every notice', '也列出符合的会话与全部提示'))
    .action(async (paths, options) => {
      process.exitCode = options.secrets
        ? checkSecrets(paths, options, terminal)
        : await runChecks(paths, options, terminal);
    });
  return part;
}

interface CheckSettings {
  strict?: true;
  secrets?: true;
  rules?: string;
  json?: true;
  verbose?: true;
}

async function runChecks(paths: readonly string[], settings: CheckSettings, terminal: Terminal): Promise<number> {
  const { t, say, print, figure } = terminal;
  const found = collectFiles(paths);
  const isLong = ({ size }: FoundFile): boolean => size > longestText;
  const files = found.files.filter((file) => !isLong(file));
  const long = found.files.filter(isLong);
  const refused = [...found.refused, ...long.map(({ path }) => ({ path, message: tooLong(t) }))];
  for (const { path, message } of refused) say(plain(`${path}: ${message}`), 'red');
  const findings = (await Promise.all(checks.map((check) => check(files)))).flat();
  const isBad = ({ severity }: Diagnostic): boolean =>
    severity === 'error' || severity === 'data-loss' || (settings.strict === true && severity === 'notice');
  const bad = findings.filter(({ diagnostics }) => diagnostics.some(isBad));
  if (settings.json)
    print(JSON.stringify({ checked: findings.length, failed: bad.length, findings, refused }, null, 2));
  else if (findings.length > 0) {
    const shown = settings.verbose ? findings : bad;
    const lines = shown.flatMap((finding) =>
      findingLines(finding, (each) => settings.verbose || isBad(each), terminal),
    );
    const well = findings.length - bad.length;
    const sum = t(
      `${figure(well)} of ${figure(findings.length)} conform to the standard.`,
      `${figure(findings.length)} 个中有 ${figure(well)} 个符合标准。`,
    );
    const all = findings.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === 'notice');
    const notices = settings.verbose || settings.strict || all.length === 0 ? [] : [noticeLine(all.length, terminal)];
    print([...lines, sum, ...notices].join('\n'));
  }
  if (refused.length > 0) return exitCodes.failed;
  if (findings.length === 0) {
    throw new Failure(
      t('There is no session to check.', '没有可检查的会话。'),
      t(
        'Name sessions in JSON, as `agent-replay etl` writes them.',
        '请指定 JSON 会话，如 `agent-replay etl` 的输出。',
      ),
    );
  }
  return bad.length > 0 ? exitCodes.refused : exitCodes.done;
}

function noticeLine(count: number, { t, figure }: Terminal): string {
  return t(
    `${figure(count)} ${count === 1 ? 'notice' : 'notices'}: --verbose lists them, --strict counts them.`,
    `${figure(count)} 条提示：--verbose 列出，--strict 计入。`,
  );
}

function findingLines(
  { path, diagnostics }: Finding,
  isShown: (diagnostic: Diagnostic) => boolean | undefined,
  terminal: Terminal,
): string[] {
  const { t, paint } = terminal;
  const say = (sentence: string): string => inLanguage(sentence, terminal);
  const shown = diagnostics.filter(isShown);
  if (shown.length === 0) return [`${paint('green', '✓')} ${plain(pathFromHere(path))}`];
  return [
    `${paint('red', '✗')} ${plain(pathFromHere(path))}`,
    ...shown.map(({ code, at, message, actual, expected }) => {
      const { line, column, pointer } = at ?? {};
      const position = [line === undefined ? undefined : `${line}:${column ?? 1}`, pointer].filter(
        (each) => each !== undefined,
      );
      const isStated = message.endsWith(`it is ${actual}, expected is ${expected}.`);
      const stands = isStated || actual === undefined ? '' : t(` There stands: ${actual}.`, ` 实际为：${actual}。`);
      const wanted = isStated || expected === undefined ? '' : t(` Expected: ${expected}.`, ` 应为：${expected}。`);
      const where = position.length === 0 ? '' : `${position.join(' ')} `;
      return `    ${plain(`${where}${say(message)}${stands}${wanted} ${say(diagnosticCatalogue[code].remedy)} (${code})`)}`;
    }),
  ];
}

/** Checks every session file: whether it parses, and whether its contents are consistent. */
async function checkSessions(files: readonly FoundFile[]): Promise<Finding[]> {
  const std001 = adapterById('std001');
  const findings: Finding[] = [];
  for (const file of files) {
    if (!/\.json$/i.test(file.path)) continue;
    const sample = await readSample(file.name, file.bytes());
    const isSession = std001 !== undefined && detectFormat(sample, [std001]).best !== undefined;
    // A file that was named is checked as what it is to be.
    if (isSession || file.named) findings.push({ path: file.path, diagnostics: diagnosticsOf(file) });
  }
  return findings;
}

function diagnosticsOf(file: FoundFile): Diagnostic[] {
  const { session, diagnostics } = parseSessionText(readFileSync(file.path, 'utf8'), file.name);
  return session === undefined
    ? diagnostics
    : [...diagnostics, ...checkSession(session), ...missingContents(session, file.path)];
}

/** Reports texts and attachments that a session refers to and that are missing from the folder beside it. */
function missingContents(session: Session, path: string): Diagnostic[] {
  const folder = path.replace(/\.json$/i, '.content');
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const isThere = (name: string, bytes: number): boolean => {
    const stats = isFolder ? lstatSync(join(folder, basename(name)), { throwIfNoEntry: false }) : undefined;
    return stats?.isFile() === true && stats.size === bytes;
  };
  const items = [session, ...session.sub_sessions].flatMap(({ tool_calls, events }) => [...tool_calls, ...events]);
  const missing = items
    .flatMap(({ content_refs = [] }) => content_refs)
    .filter((ref) => !isThere(ref.path, ref.bytes))
    .map((ref) => ref.path);
  return [...new Set(missing)].map((actual) => diagnose('missing-content', { at: { file: path }, actual }));
}

/** Checks every session folder of the Frago monitor against the rules of its data model, as implemented in the version on this machine. */
async function checkFragoStores(files: readonly FoundFile[]): Promise<Finding[]> {
  const candidates = files.filter(({ path }) => /\.jsonl?$/i.test(path));
  const { sources } = await detectSources(candidates, undefined, new Map());
  const world = { directoryExists: existsSync, now: Date.now() };
  const findings: Finding[] = [];
  for (const { adapter, files: own } of sources) {
    if (adapter.descriptor.id !== 'frago') continue;
    const entities = await readFragoEntities({ files: own });
    const steps = entities.steps.flatMap((step) => sessionStepSchema.safeParse(step).data ?? []);
    const diagnostics = validateFrago({ ...entities, toolCalls: toolCallRecords(steps) }, world);
    findings.push({ path: dirname(own[0]?.path ?? ''), diagnostics });
  }
  return findings;
}
