import { join } from 'node:path';
import { writeAtomically } from '../etl/writeAtomically.ts';
import { createPart, type Part } from './commandPart.ts';
import { pageParts } from './pageParts.ts';
import type { Terminal } from './terminal.ts';

/** Says that the script is UTF-8, also in a page that names no encoding of its own. */
const byteOrderMark = '\uFEFF';

/** Name of the script that is written. */
const scriptName = 'agent-replay.js';

/** The script that makes `<agent-replay>` known to a page: the one of exported pages, set to serve others, with the style sheet in it. */
export function elementScript({ script, style } = pageParts()): string {
  return `${byteOrderMark}((agentReplayStyle) => {\n${script}\n})(${JSON.stringify(style)});\n`;
}

/** `element`: writes the script of the custom element. */
export function elementCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'element',
      summary: t(
        'Writes the script of <agent-replay>, which replays a session in any page.',
        '写出 <agent-replay> 的脚本，可在任何网页中回放会话。',
      ),
      examples: [
        ['$', t('agent-replay.js in this folder', '在当前文件夹写出 agent-replay.js')],
        ['$ --out public', t('in the folder of a web site', '写入网站的文件夹')],
      ],
      notes: [
        t(
          'In the page: <script src="agent-replay.js" defer></script> <agent-replay src="session.json"></agent-replay>',
          '网页中：<script src="agent-replay.js" defer></script> <agent-replay src="session.json"></agent-replay>',
        ),
        t('The sessions are those that etl writes.', '会话文件由 etl 写出。'),
        t(
          'Exit codes: 0 done · 2 wrong call · 3 the file could not be written.',
          '退出码：0 完成 · 2 用法错误 · 3 文件无法写入。',
        ),
      ],
    },
    terminal,
  );
  part
    .option(
      '--out <path>',
      t('the folder where the script goes; or the file, where it ends in .js', '脚本所在的文件夹；以 .js 结尾则为文件'),
      '.',
    )
    .action(({ out }) => {
      const path = out.endsWith('.js') ? out : join(out, scriptName);
      writeAtomically(path, [elementScript()]);
      terminal.print(path);
    });
  return part;
}
