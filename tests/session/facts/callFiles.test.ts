import { describe, expect, it } from 'vitest';
import { filesTouched } from '../../../src/session/facts/callFiles.ts';

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
