import { addAdapterOptions } from './adapterOptions.ts';
import { createPart, option, type Part, wholeNumber } from './commandPart.ts';
import type { Terminal } from './terminal.ts';

/** `etl`: converts agent logs into STD-001 sessions. */
export function etlCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'etl',
      summary: t('Turns agent logs into STD-001 sessions.', '把智能体日志转换为 STD-001 会话。'),
      examples: [
        ['$ ~/.claude/projects', t('all sessions of Claude Code', 'Claude Code 的全部会话')],
        ['$ --discover --watch', t('what lies on this machine, while it grows', '本机日志，并跟随增长')],
        ['$ run.log --format codex-log --out sessions', t('one file of a known format', '指定格式转换单个文件')],
        ['$ s3://logs/team --out s3://sessions/team', t('from bucket to bucket', '从存储桶到存储桶')],
        ['$ --check', t('in CI: is everything up to date?', '用于 CI：是否都是最新？')],
      ],
      notes: [
        t(
          'Exit codes: 0 all converted · 1 --check or --strict says no · 2 wrong call · 3 some files failed.',
          '退出码：0 全部转换 · 1 --check 或 --strict 未通过 · 2 用法错误 · 3 有文件失败。',
        ),
      ],
    },
    terminal,
  );
  addAdapterOptions(part, terminal)
    .argument(
      '[paths...]',
      t(
        'files, folders, globs or s3://bucket/prefix; none: data/sources and the paths of the configuration',
        '文件、文件夹、通配符或 s3://存储桶/前缀；不写则为 data/sources 与配置文件所列',
      ),
    )
    .option('--discover', t('look where the tools keep their logs, too', '同时查找各工具存放日志的位置'))
    .option(
      '--out <dir>',
      t('where sessions go; or s3://bucket/prefix', '会话写到哪里；或 s3://存储桶/前缀'),
      'data/sessions',
    )
    .option(
      '--jobs <n>',
      t('worker threads (as many as there are cores)', '工作线程数（默认为核数）'),
      wholeNumber(1, 1024, terminal),
    )
    .addOption(
      option('--annotate <mode>', t('auto: infer phases where a log has none', 'auto：日志没有阶段时推断'))
        .choices(['auto', 'none'])
        .default('auto' as const),
    )
    .option('--watch', t('go on: convert what changes, until stopped', '持续运行：有变化就转换，直到停止'))
    .option('--prune', t('remove sessions whose log is gone', '移除日志已不存在的会话'))
    .option('--no-redact', t('leave secrets as they are (masked by default)', '保留密钥原文（默认遮盖）'))
    .option('--rules <file>', t('mask what these rules know, too (JSON)', '同时按此文件中的规则遮盖（JSON）'))
    .option('--check', t('write nothing; exit 1 if a run would change the sessions', '不写入；若会改变会话则以 1 退出'))
    .option('--strict', t('exit 1 if anything of a log was lost', '日志有任何丢失则以 1 退出'))
    .option('--json', t('a report for machines, on stdout', '向标准输出写机器可读的报告'))
    .option('--verbose', t('list everything, with all reasons', '列出全部条目与原因'))
    .addOption(option('--quiet', t('say only how it ended', '只说明结果')).conflicts(['verbose', 'json']))
    .action(async (paths, options) => {
      // What converts is most of the command: it is not loaded for the help.
      const { convertLogs } = await import('./convertLogs.ts');
      process.exitCode = await convertLogs(paths, options, terminal);
    });
  return part;
}
