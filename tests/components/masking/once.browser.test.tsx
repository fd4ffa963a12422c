import { afterEach, expect, test, vi } from 'vitest';
import { KitContext } from '../../../src/components/theme/useKit.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';
import { everyView } from './everyView.tsx';
import { faultsOf, wideKit } from './wideKit.ts';

const root = testRoot();

afterEach(() => vi.restoreAllMocks());

/** What a server leaves out: lists that know how much room they have, and what comes later. */
test.each(Object.entries(everyView))('%s masks what it shows of a log once, in a browser too', async (_, view) => {
  const complaints = vi.spyOn(console, 'error');
  root.render(<KitContext.Provider value={wideKit}>{view()}</KitContext.Provider>);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(faultsOf(root.host.innerHTML)).toEqual({ bare: [], twice: [] });
  // Texts that are masked alike, or that a host translates alike, must not be taken for the same part of a list.
  expect(complaints.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([]);
});
