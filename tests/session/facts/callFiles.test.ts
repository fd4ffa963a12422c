import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesTouched, isSameFile, namedFiles } from '../../../src/session/facts/callFiles.ts';

const call = (tool_name: string, file_path?: string, status = 'success') => ({
  tool_name,
  input: { params: file_path === undefined ? {} : { file_path } },
  output: { status },
});

describe('filesTouched', () => {
  it('distinguishes created files from modified ones', () => {
    const calls = [
      call('Write', 'new.ts'),
      call('Edit', 'new.ts'),
      call('Read', 'known.ts'),
      call('Write', 'known.ts'),
      call('Edit', 'edited.ts'),
      call('Edit', 'edited.ts'),
      call('Write', 'failed.ts', 'failed'),
      call('Write'),
      call('Bash', 'x.sh'),
    ];
    expect(filesTouched(calls)).toEqual({ files_created: ['new.ts'], files_modified: ['known.ts', 'edited.ts'] });
  });
});

describe('namedFiles', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', '/', '\\', ''), { maxLength: 7 })
    .map((parts) => parts.join(''));

  it('has the paths that can be one of the files', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 4 }), path, (names, asked) => {
        expect(namedFiles(names).has(asked)).toBe(names.some((name) => isSameFile(asked, name)));
      }),
    );
  });

  it('answers for a hundred thousand files of one name', () => {
    const files = Array.from({ length: 100_000 }, (_, n) => `folder-${n}/index.ts`);
    const named = namedFiles(files);
    expect(files.filter((file) => named.has(`/home/me/${file}`))).toHaveLength(100_000);
    expect(named.has('index.ts')).toBe(true);
    expect(named.has('folder-x/index.ts')).toBe(false);
  });
});
