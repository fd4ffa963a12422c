import { CommanderError } from 'commander';
import { addCommonOptions, createPart, type Part } from './commandPart.ts';
import { exitCodes, reportError } from './failure.ts';
import { kitVersion } from './kit.ts';
import { createTerminal, languageOf, type Terminal } from './terminal.ts';

type Create = (terminal: Terminal) => Part;

/** The subcommands. Each is loaded when it is called; only `--help` loads all of them. */
const parts: Readonly<Record<string, () => Promise<Create>>> = {
  serve: async () => (await import('./serveCommand.ts')).serveCommand,
  open: async () => (await import('./openCommand.ts')).openCommand,
  export: async () => (await import('./exportCommand.ts')).exportCommand,
  element: async () => (await import('./elementCommand.ts')).elementCommand,
  etl: async () => (await import('./etlCommand.ts')).etlCommand,
  search: async () => (await import('./searchCommand.ts')).searchCommand,
  check: async () => (await import('./checkCommand.ts')).checkCommand,
  formats: async () => (await import('./formatsCommand.ts')).formatsCommand,
  events: async () => (await import('./eventsCommand.ts')).eventsCommand,
  wf: async () => (await import('./wfCommand.ts')).wfCommand,
  plans: async () => (await import('./plansCommand.ts')).plansCommand,
  'new-adapter': async () => (await import('./newAdapterCommand.ts')).newAdapterCommand,
  completion: async () => (await import('./completionCommand.ts')).completionCommand,
};

/** `agent-replay`: parses the command line, runs the subcommand, and sets the exit code. */
export async function runCommand(given: readonly string[]): Promise<void> {
  // Who only types the name, on a terminal, wants to see their sessions.
  const argv = given.length === 0 && process.stdin.isTTY && process.stdout.isTTY ? ['serve'] : given;
  await run(argv, async (terminal) => {
    const { t } = terminal;
    const root = createPart(
      {
        name: 'agent-replay',
        hasParts: true,
        summary: t(
          'Replays what coding agents did, from the logs they leave behind.',
          '根据编码智能体留下的日志，回放它们做了什么。',
        ),
        examples: [
          [
            '$',
            t(
              'all sessions of this machine, on a terminal: the same as serve',
              '本机全部会话（在终端中，等同于 serve）',
            ),
          ],
          ['$ open', t('the newest session on this machine', '本机最新的会话')],
          ['$ export session.jsonl', t('one HTML file that needs no network', '单个 HTML 文件，无需网络')],
          ['$ etl --discover --out sessions', t('all logs of this machine, as STD-001', '本机全部日志，转为 STD-001')],
        ],
        notes: [
          t(
            'Exit codes: 0 done · 1 a check says no · 2 wrong call · 3 a log, a port or a disk failed · 70 a fault of the kit.',
            '退出码：0 完成 · 1 检查未通过 · 2 用法错误 · 3 日志、端口或磁盘失败 · 70 程序自身故障。',
          ),
          t('NO_COLOR turns colours off. Secrets are masked by default.', '设置 NO_COLOR 可关闭颜色。默认遮盖密钥。'),
        ],
      },
      terminal,
    );
    const word = argv.find((each) => !each.startsWith('-')) ?? '';
    const one = Object.hasOwn(parts, word) ? parts[word] : undefined;
    for (const load of one === undefined ? Object.values(parts) : [one]) root.addCommand((await load())(terminal));
    if (word === '__complete') {
      const { completeCommand } = await import('./completionCommand.ts');
      root.addCommand(completeCommand(root, terminal), { hidden: true });
    }
    return root;
  });
}

/** Runs a subcommand under a name of its own, such as `pnpm etl`. */
export async function runPart(name: string, create: Create): Promise<void> {
  await run(process.argv.slice(2), async (terminal) => {
    const part = create(terminal);
    part.name(name);
    return part;
  });
}

/** The reader of the output may have closed the pipe: then there is nothing left to do. That of errors, too: the exit code says it still. */
function outliveReaders(): void {
  // Taken away first, for whoever runs the command many times in one process.
  process.stdout.off('error', endQuietly).on('error', endQuietly);
  process.stderr.off('error', goOn).on('error', goOn);
}

function endQuietly(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
}

function goOn(): void {}

/** The only place where the command ends: prints any error as a sentence and sets the exit code. */
async function run(argv: readonly string[], create: (terminal: Terminal) => Promise<Part>): Promise<void> {
  const options = { language: languageOf(argv, process.env), debug: argv.includes('--debug'), process };
  const terminal = createTerminal(options);
  outliveReaders();
  try {
    const root = addCommonOptions(await create(terminal), kitVersion(), terminal);
    await root.parseAsync(argv, { from: 'user' });
  } catch (error) {
    process.exitCode = endOf(error, terminal);
  }
}

function endOf(error: unknown, terminal: Terminal): number {
  if (!(error instanceof CommanderError)) return reportError(error, terminal);
  // Help was asked for, or the command line was empty: commander has printed the help.
  return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}
