import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KitProvider } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';
import { componentNames, everyView } from './everyView.tsx';
import { plantedSecrets, secretText } from './plantedSecrets.ts';

const root = testRoot();
const taken: string[] = [];
/** Secrets that were in the page at any moment. */
const seen = new Set<string>();
let observer: MutationObserver;

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

beforeEach(() => {
  taken.length = 0;
  seen.clear();
  observer = new MutationObserver(() => {
    for (const secret of leaks(pageText())) seen.add(secret);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  const take = async (text: string): Promise<void> => {
    taken.push(text);
  };
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(take);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    (file as Blob).text().then(take);
    return 'blob:taken';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(secretText));
});

afterEach(() => {
  observer.disconnect();
  vi.restoreAllMocks();
});

const leaks = (text: string): string[] => plantedSecrets.filter((secret) => text.includes(secret));

/** Everything a page holds: markup, attributes, fields. */
const pageText = (): string =>
  document.documentElement.outerHTML.replaceAll('&amp;', '&') +
  [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value).join('\n');

/** Presses whatever copies, saves, downloads, loads or unfolds, until there is nothing new to press. */
async function pressEverything(): Promise<void> {
  const pressed = new WeakSet<Element>();
  for (let round = 0; round < 4; round += 1) {
    // What a press would fold hides more than it shows.
    const open = '[role="treeitem"][aria-expanded="true"]';
    const buttons = [...root.host.querySelectorAll<HTMLElement>('button, summary, [role="treeitem"]')].filter(
      (button) =>
        !pressed.has(button) &&
        !button.matches(open) &&
        !/masked here|Play|Close/.test(button.getAttribute('aria-label') ?? ''),
    );
    for (const button of buttons) {
      pressed.add(button);
      button.click();
      // The page of this press, before the next one changes it.
      await Promise.resolve();
    }
    await settle();
  }
}

/** A whole replay has hundreds of buttons to press; on a busy machine the usual 15 s are too short for them. */
const patienceMs = 90_000;

const contents = async (): Promise<string> => secretText;

test('every component of the kit is tested here', () => {
  expect(componentNames.filter((name) => everyView[name] === undefined)).toEqual([]);
});

test.each(Object.entries(everyView))(
  '%s shows, copies and downloads no secret',
  async (_, view) => {
    root.render(<KitProvider contents={contents}>{view()}</KitProvider>);
    await settle();
    expect(root.host.innerHTML).not.toBe('');
    await pressEverything();
    await vi.waitFor(() => expect(root.host.textContent).not.toContain('Reading the output'));
    expect([...seen]).toEqual([]);
    expect(leaks(taken.join('\n'))).toEqual([]);
  },
  patienceMs,
);

/** Components that show figures, marks and places, or what the host wrote: nothing that is planted. */
const wordless = new Set([
  'AgentMark',
  'CategoryLegend',
  'ContextLegend',
  'ContextMark',
  'Icon',
  'IdleRow',
  'PhaseStrip',
  'ReplayProvider',
  'Tag',
  'TransportBar',
  'UsageBadge',
]);

test.each(Object.entries(everyView).filter(([name]) => !wordless.has(name)))(
  '%s shows or copies the same secrets where the host masks nothing',
  async (_, view) => {
    root.render(
      <KitProvider redact={false} contents={contents}>
        {view()}
      </KitProvider>,
    );
    await settle();
    await pressEverything();
    expect([...seen, ...leaks(taken.join('\n'))]).not.toEqual([]);
  },
  patienceMs,
);
