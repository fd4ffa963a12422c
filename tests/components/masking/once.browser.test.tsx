import { expect, test } from 'vitest';
import { KitContext } from '../../../src/components/theme/useKit.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';
import { everyView } from './everyView.tsx';
import { faultsOf, wideKit } from './wideKit.ts';

const root = testRoot();

/** What a server leaves out: lists that know how much room they have, and what comes later. */
test.each(Object.entries(everyView))('%s masks what it shows of a log once, in a browser too', async (_, view) => {
  root.render(<KitContext.Provider value={wideKit}>{view()}</KitContext.Provider>);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(faultsOf(root.host.innerHTML)).toEqual({ bare: [], twice: [] });
});
