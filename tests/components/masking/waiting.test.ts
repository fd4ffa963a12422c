import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createLazy } from '../../../src/components/hooks/lazy.ts';
import { Checklist, KitProvider } from '../../../src/components/index.ts';
import type { Masking } from '../../../src/components/masking/masking.ts';
import { createKit } from '../../../src/components/theme/createKit.ts';
import { KitContext } from '../../../src/components/theme/useKit.ts';
import { createRedactor } from '../../../src/redaction/index.ts';
import type { PlanEvent } from '../../../src/session/index.ts';
import { planNow } from '../../../stories/data/events.ts';
import { everyView } from './everyView.tsx';
import { plantedSecrets, secretLine } from './plantedSecrets.ts';

/** As in the first frame of an application, and on a server: the rules are not there. */
function beforeRules(view: ReactElement): string {
  const masking = createLazy<Masking>(() => new Promise(() => undefined));
  return renderToString(createElement(KitContext.Provider, { value: createKit({}, undefined, { masking }) }, view));
}

test.each(Object.entries(everyView))('%s shows no secret while the rules are loading', (_, view) => {
  const page = beforeRules(view()).replaceAll('&amp;', '&');
  expect(page).not.toBe('');
  expect(plantedSecrets.filter((secret) => page.includes(secret))).toEqual([]);
});

const plan: PlanEvent = {
  ...planNow,
  items: [
    { text: 'Read the tables of the harbour', status: 'completed' },
    { text: `Try ${secretLine}`, status: 'in_progress' },
  ],
};

test('text that cannot hold a secret is drawn in the first frame, and a block explains what is still hidden', () => {
  const page = beforeRules(createElement(Checklist, { plan, defaultOpen: true }));
  expect(page).toContain('Read the tables of the harbour');
  expect(page).toContain('data-look="covered"><span class="ark-unseen">not shown yet');
  expect(page).not.toContain('REDACTED');
});

test('with a redactor from the host, everything is drawn in the first frame', () => {
  const view = createElement(Checklist, { plan, defaultOpen: true });
  const page = renderToString(createElement(KitProvider, { redact: createRedactor() }, view));
  expect(page).not.toContain('data-look="covered"');
  expect(page).toContain('data-look="masked"');
  expect(plantedSecrets.filter((secret) => page.includes(secret))).toEqual([]);
});
