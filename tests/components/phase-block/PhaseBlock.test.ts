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

test('a phase that unfolds says so where no file was read', () => {
  expect(unfolded()).toContain('Its calls name no file that they read.');
});

test('a phase that read files lists them, and says nothing else', () => {
  const html = unfolded({ path: 'src/tides.ts', reason: undefined, used: true, from: 'inferred' });
  expect(html).toContain('tides.ts');
  expect(html).not.toContain('no file');
});
