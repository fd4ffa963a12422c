import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { adapters } from '../../src/adapters/registry.ts';
import { makeFolder } from '../etl/makeFolder.ts';
import { argument, createPart, type Part } from './commandPart.ts';
import { Failure, UsageFailure } from './failure.ts';
import { isClone, kitVersion, root } from './kit.ts';
import { pathFromHere, type Terminal } from './terminal.ts';

/** The template package that a new one is copied from. */
const example = join(root, isClone ? 'examples/adapter' : 'dist/command/adapter');

/** Files left out of the copy: installing and building creates them. */
const made: ReadonlySet<string> = new Set(['node_modules', 'dist', 'package-lock.json', 'pnpm-lock.yaml']);

const idPattern = /^[a-z][a-z0-9-]{1,30}$/;

/** `new-adapter`: writes a package that reads a custom format, with a sample and the tests that every adapter passes. */
export function newAdapterCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'new-adapter',
      summary: t('Writes a package that reads a format of your own.', '生成一个读取自定义格式的适配器包。'),
      examples: [
        ['$ my-agent', t('in agent-replay-adapter-my-agent', '写入 agent-replay-adapter-my-agent')],
        ['$ my-agent adapters/mine', t('in a folder of your choice', '写入指定的文件夹')],
      ],
      notes: [
        t(
          'Exit codes: 0 done · 2 wrong call · 3 the folder is not empty, or a disk failed.',
          '退出码：0 完成 · 2 用法错误 · 3 文件夹非空或磁盘失败。',
        ),
      ],
    },
    terminal,
  );
  part
    .addArgument(
      argument('<format>', t('id of the format: small letters, digits, hyphens', '格式 id：小写字母、数字、连字符')),
    )
    .argument('[folder]', t('a new or empty folder', '新的或空的文件夹'))
    .action((format, folder) => {
      checkFormat(format, t);
      const target = resolve(folder ?? `agent-replay-adapter-${format}`);
      if (existsSync(target) && readdirSync(target).length > 0) {
        throw new Failure(
          t(`${pathFromHere(target)} is not empty.`, `${pathFromHere(target)} 不是空文件夹。`),
          t('Name a new folder.', '请指定一个新文件夹。'),
        );
      }
      const files = writeAdapter(format, target);
      const here = pathFromHere(target);
      terminal.print(
        [
          ...files.map((file) => `  ${join(here, file)}`),
          '',
          t(
            `Next: cd ${here}, npm install, npm test. Then put your logs into samples/ and change src/adapter.ts.`,
            `下一步：cd ${here}，npm install，npm test。然后把日志放进 samples/，修改 src/adapter.ts。`,
          ),
        ].join('\n'),
      );
    });
  return part;
}

function checkFormat(format: string, t: Terminal['t']): void {
  if (!idPattern.test(format)) {
    throw new UsageFailure(
      t(`“${format}” is no id of a format.`, `“${format}” 不是合适的格式 id。`),
      t(
        'It takes 2 to 31 small letters, digits and hyphens, and begins with a letter.',
        '应为 2 到 31 个小写字母、数字或连字符，并以字母开头。',
      ),
    );
  }
  if (adapters.some(({ descriptor }) => descriptor.id === format)) {
    throw new UsageFailure(
      t(`The kit has an adapter ${format} already.`, `工具已有适配器 ${format}。`),
      t('Choose another id.', '请换一个 id。'),
    );
  }
}

/** Writes the files of the package and gives their paths relative to it. */
function writeAdapter(format: string, target: string): string[] {
  const words = format.split('-').filter((word) => word !== '');
  const label = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(' ');
  const version = kitVersion();
  return listFiles(example).map((path) => {
    const text = readFileSync(join(example, path), 'utf8')
      .replaceAll('my-agent', format)
      .replaceAll('my_agent', words.join('_'))
      .replaceAll('My Agent', label)
      .replaceAll('"agent-replay-kit": "^0.1.0"', `"agent-replay-kit": "^${version}"`);
    // npm leaves a file of that name out of packages.
    const name = basename(path) === 'gitignore' ? '.gitignore' : path;
    makeFolder(join(target, name, '..'));
    writeFileSync(join(target, name), text);
    return name;
  });
}

function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !made.has(name))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : join(below, entry.name);
      return entry.isDirectory() ? listFiles(folder, path) : [path];
    })
    .sort();
}
