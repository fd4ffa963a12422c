import { formatIds } from '../../src/adapters/formatIds.ts';
import { isZone } from '../../src/adapters/recordTimes.ts';
import { option, type Part } from './commandPart.ts';
import { UsageFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Formats and outside adapters given on the command line. */
export interface AdapterSettings {
  format?: string | undefined;
  zone?: string | undefined;
  adapter: readonly string[];
  config?: string | undefined;
  redact?: boolean;
  rules?: string | undefined;
}

/** Options of every command that reads logs. Format ids are checked once the adapters are loaded. */
export function addAdapterOptions(part: Part, terminal: Terminal) {
  const { t } = terminal;
  return addModuleOptions(part, terminal)
    .addOption(
      option('--format <id>', t('every file is of this format', '所有文件都是此格式'))
        .choices(formatIds)
        .argParser((id) => id),
    )
    .option(
      '--zone <zone>',
      t('zone of times that a log writes without one (UTC)', '日志时间未写时区时所用的时区（默认 UTC）'),
      (zone) => readZone(zone, t),
    );
}

/** Options that name adapters outside the kit. */
export function addModuleOptions(part: Part, { t }: Terminal) {
  return part
    .option(
      '--adapter <module>',
      t('ask an adapter of your own, too: a file or a package', '同时使用自己的适配器：文件或包'),
      (module: string, before: readonly string[]) => [...before, module],
      [] as readonly string[],
    )
    .option(
      '--config <file>',
      t('the configuration (agent-replay.config.ts, .js or .mjs)', '配置文件（agent-replay.config.ts、.js 或 .mjs）'),
    );
}

function readZone(zone: string, t: Terminal['t']): string {
  if (isZone(zone)) return zone;
  throw new UsageFailure(
    t(`--zone names no time zone: ${zone}.`, `--zone 不是时区：${zone}。`),
    t('Give one like Asia/Shanghai or +08:00.', '请写成 Asia/Shanghai 或 +08:00 的形式。'),
  );
}
