import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createLazy } from '../../../src/components/hooks/lazy.ts';
import type { Masking } from '../../../src/components/masking/masking.ts';
import { ruleMasking } from '../../../src/components/masking/usualRules.ts';
import { createKit } from '../../../src/components/theme/createKit.ts';
import { KitContext } from '../../../src/components/theme/useKit.ts';
import { everyView } from './everyView.tsx';
import { plantedSecrets } from './plantedSecrets.ts';

let root: Root | undefined;
const host = document.createElement('div');

afterEach(() => {
  root?.unmount();
  host.remove();
  vi.restoreAllMocks();
});

const shown = (): string[] =>
  plantedSecrets.filter((secret) => host.innerHTML.replaceAll('&amp;', '&').includes(secret));

test.each(
  Object.entries(everyView).filter(([name]) =>
    /^(?:Checklist|ToolCallCard|CommandCard|WorkdirPath|ImportReport|TerminalOutput)$/.test(name),
  ),
)('%s is covered in HTML from a server, and shown with its masks once the rules have loaded', async (_, view) => {
  const rules = Promise.withResolvers<Masking>();
  const masking = createLazy(() => rules.promise);
  const page = () => <KitContext.Provider value={createKit({}, undefined, { masking })}>{view()}</KitContext.Provider>;
  const complaints = vi.spyOn(console, 'error');
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const secret of shown()) seen.add(secret);
  });

  host.innerHTML = renderToString(page());
  document.body.append(host);
  observer.observe(host, { subtree: true, childList: true, attributes: true, characterData: true });
  root = hydrateRoot(host, page());
  await vi.waitFor(() => expect(host.querySelector('[data-look="covered"]')).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toEqual([]);
  expect(host.querySelector('[data-look="masked"]')).toBeNull();

  rules.resolve(ruleMasking);
  await vi.waitFor(() => expect(host.querySelector('[data-look="covered"]')).toBeNull());
  expect(host.querySelector('[data-look="masked"]')).not.toBeNull();
  observer.disconnect();
  expect([...seen, ...shown()]).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
});
