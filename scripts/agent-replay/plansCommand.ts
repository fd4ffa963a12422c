import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine } from '../../src/adapters/assemble/firstLine.ts';
import {
  type ReviewLogReplay,
  type ReviewLogValidation,
  replayReviewLog,
  validateReviewLog,
} from '../../src/adapters/planner/index.ts';
import { makeFolder } from '../etl/makeFolder.ts';
import { createPart, type Part, wholeNumber } from './commandPart.ts';
import { exitCodes } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** `plans`: checks a planner's review log, or summarises one run of it. */
export function plansCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'plans',
      hasParts: true,
      summary: t(
        'Checks a planner’s review log, or sums up one of its runs.',
        '检查计划审阅日志，或概括其中一次运行。',
      ),
      examples: [
        ['$ validate --log-path plans.jsonl', t('every line', '逐行检查')],
        ['$ replay --index 0', t('the first run', '第一次运行')],
      ],
      notes: [exitCodesNote(t)],
    },
    terminal,
  );
  part.addCommand(validateCommand(terminal)).addCommand(replayCommand(terminal));
  return part;
}

/** `plans validate`: fails where a line is invalid, for use in a build. */
export function validateCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'validate',
      summary: t(
        'Checks every line of a review log; what it found goes to validate_review_log_output.json.',
        '逐行检查审阅日志；结果写入 validate_review_log_output.json。',
      ),
      examples: [
        ['$', t('output/plans/plans.jsonl', 'output/plans/plans.jsonl')],
        ['$ --log-path plans.jsonl --exit-zero', t('report only: never fail', '只报告，不失败')],
      ],
      notes: [exitCodesNote(t)],
    },
    terminal,
  );
  addLogOptions(part, terminal).action(async ({ logPath, outputDir, exitZero }) => {
    const report = await validateReviewLog(logPath, fileAt(logPath));
    const outputPath = writeOutput(outputDir, 'validate_review_log_output.json', report);
    terminal.print(validationLines(report, outputPath, terminal).join('\n'));
    if (exitZero !== true)
      process.exitCode = report.missing_file
        ? exitCodes.failed
        : report.invalid.length > 0
          ? exitCodes.refused
          : exitCodes.done;
  });
  return part;
}

/** `plans replay`: summarises one run. */
export function replayCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'replay',
      summary: t(
        'Sums up one run of a review log in replay_review_log_output.json.',
        '把审阅日志中的一次运行概括到 replay_review_log_output.json。',
      ),
      examples: [
        ['$', t('the last run', '最后一次运行')],
        ['$ --index 0', t('the first', '第一次')],
        ['$ --index -2', t('the last but one', '倒数第二次')],
      ],
      notes: [exitCodesNote(t)],
    },
    terminal,
  );
  addLogOptions(part, terminal)
    .option(
      '--index <n>',
      t('among the valid runs, from 0; negative ones from the end', '有效运行中的序号，从 0 开始；负数从末尾数'),
      wholeNumber(-999_999_999, 999_999_999, terminal),
    )
    .action(async ({ logPath, outputDir, index, exitZero }) => {
      const replay = await replayReviewLog(logPath, fileAt(logPath), index);
      const outputPath = writeOutput(outputDir, 'replay_review_log_output.json', replay);
      terminal.print(replayLines(replay, outputPath, terminal).join('\n'));
      const count = replay.records_available;
      const isOut = index !== undefined && count > 0 && (index >= count || index < -count);
      if (isOut) {
        terminal.say(
          t(
            `There is no run ${index}: ${count === 1 ? 'the only one is 0' : `they go from 0 to ${count - 1}, or from -1 to -${count}`}. Run ${replay.selected_index} was taken.`,
            `没有第 ${index} 次运行：序号为 0 到 ${count - 1}，或 -1 到 -${count}。已取第 ${replay.selected_index} 次。`,
          ),
        );
      }
      if (exitZero !== true)
        process.exitCode = replay.missing_file
          ? exitCodes.failed
          : isOut || count === 0
            ? exitCodes.refused
            : exitCodes.done;
    });
  return part;
}

function addLogOptions(part: Part, { t }: Terminal) {
  return part
    .option('--log-path <file>', t('the review log', '审阅日志'), 'output/plans/plans.jsonl')
    .option('--output-dir <dir>', t('where the output file goes', '输出文件放在哪里'), 'output')
    .option(
      '--exit-zero',
      t('exit with 0 whatever was found, as the planner’s own tools do', '无论结果如何都以 0 退出，与原工具一致'),
    );
}

function exitCodesNote(t: Terminal['t']): string {
  return t(
    'Exit codes: 0 valid · 1 a line is not valid, or there is no such run · 2 wrong call · 3 there is no log.',
    '退出码：0 有效 · 1 有无效行，或没有此次运行 · 2 用法错误 · 3 没有日志。',
  );
}

function fileAt(path: string) {
  return existsSync(path) ? { name: path, bytes: () => createReadStream(path) } : undefined;
}

function writeOutput(folder: string, name: string, output: object): string {
  const path = join(folder, name);
  makeFolder(folder);
  writeFileSync(path, JSON.stringify(output, null, 2));
  return path;
}

function validationLines(
  { log_path, total, valid, invalid, missing_file }: ReviewLogValidation,
  outputPath: string,
  { t }: Terminal,
): string[] {
  return [
    t(`Validated ${valid} / ${total} records in ${log_path}.`, `${log_path}：${total} 条记录中 ${valid} 条有效。`),
    ...(missing_file ? [t(`There is no log at ${log_path}.`, `${log_path} 处没有日志。`)] : []),
    invalid.length > 0
      ? t(`${invalid.length} invalid: see ${outputPath}.`, `${invalid.length} 条无效：见 ${outputPath}。`)
      : t(`Summary in ${outputPath}.`, `摘要见 ${outputPath}。`),
  ];
}

function replayLines(
  { log_path, missing_file, records_available, selected_record, selected_index, validation_errors }: ReviewLogReplay,
  outputPath: string,
  { t, mask }: Terminal,
): string[] {
  const wrong = validation_errors.length;
  const question = selected_record === null ? '' : mask(firstLine(selected_record.question));
  return [
    missing_file
      ? t(`There is no log at ${log_path}.`, `${log_path} 处没有日志。`)
      : t(
          `Loaded ${records_available} ${records_available === 1 ? 'record' : 'records'} from ${log_path}.`,
          `从 ${log_path} 读取了 ${records_available} 条记录。`,
        ),
    ...(selected_record === null
      ? missing_file
        ? []
        : [t('No run is valid, so that none was summed up.', '没有有效的运行，未作概括。')]
      : [t(`Replay index ${selected_index}: ${question}`, `回放序号 ${selected_index}：${question}`)]),
    ...(wrong === 0
      ? []
      : [
          t(
            `${wrong} ${wrong === 1 ? 'line is' : 'lines are'} not valid: see ${outputPath}.`,
            `${wrong} 行无效：见 ${outputPath}。`,
          ),
        ]),
    t(`Summary in ${outputPath}.`, `摘要见 ${outputPath}。`),
  ];
}
