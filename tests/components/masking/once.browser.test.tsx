import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { KitContext } from '../../../src/components/theme/useKit.ts';
import '../../../src/components/styles.css';
import { everyView } from './everyView.tsx';
import { faultsOf, wideKit } from './wideKit.ts';

/** What a server leaves out: lists that know how much room they have, and what comes later. */
test.each(Object.entries(everyView))('%s masks what it shows of a log once, in a browser too', async (_, view) => {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  root.render(<KitContext.Provider value={wideKit}>{view()}</KitContext.Provider>);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const page = host.innerHTML;
  root.unmount();
  host.remove();
  expect(faultsOf(page)).toEqual({ bare: [], twice: [] });
});
