import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PhaseBlock } from '../../../src/components/index.ts';
import { type ExploredFile, indexSession, phaseBlocks } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const [block] = phaseBlocks(indexSession(sessionFromText('== explore\n0:00 Bash(ls) 1s: ok')));
const unfolded = (...files: ExploredFile[]): string =>
  block === undefined
    ? ''
    : renderToString(createElement(PhaseBlock, { block, files: () => files, defaultOpen: true }));

test('a phase that unfolds says so if no file was read', () => {
  expect(unfolded()).toContain('Its calls name no file that they read.');
});

test('a phase that read files lists only those', () => {
  const html = unfolded({ path: 'src/tides.ts', reason: undefined, used: true, from: 'inferred' });
  expect(html).toContain('tides.ts');
  expect(html).not.toContain('no file');
});

test('a file named as context is not listed twice, unless the log says why it was read', () => {
  const context = { type: 'file', source: 'src/tides.ts', relevance: 'high' } as const;
  const of = (reason: string | undefined): string =>
    block?.annotation === undefined
      ? ''
      : renderToString(
          createElement(PhaseBlock, {
            block: { ...block, annotation: { ...block.annotation, context_used: [context] } },
            files: (): ExploredFile[] => [
              { path: '/work/src/tides.ts', reason, used: true, from: 'inferred' },
              { path: '/work/src/zones.ts', reason: undefined, used: false, from: 'inferred' },
            ],
            defaultOpen: true,
          }),
        );
  expect(of(undefined).split('tides.ts')).toHaveLength(2);
  expect(of(undefined)).toContain('Other explored files');
  expect(of('to see the offsets').split('tides.ts')).toHaveLength(3);
  expect(of(undefined)).toContain('zones.ts');
});
