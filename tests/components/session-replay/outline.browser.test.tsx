import { beforeEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

// What a screen reader is given: Chromium's own accessibility tree, read from top to bottom.

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  childIds?: string[];
  properties?: { name: string; value: { value?: unknown } }[];
}

interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[];
}

type Cdp = { send(method: string, params?: object): Promise<unknown> };

/** Roles that a reader walks through; text and boxes are left out. */
const walked: ReadonlySet<string> = new Set(
  (
    'region article heading navigation button checkbox switch radio combobox slider separator tab tablist tabpanel tree ' +
    'treeitem treegrid row rowheader gridcell complementary group status link'
  ).split(' '),
);
/** Of these an empty name says nothing to anyone. */
const named: ReadonlySet<string> = new Set(
  'region navigation button checkbox switch radio combobox slider separator tab tree treeitem treegrid rowheader complementary link'.split(
    ' ',
  ),
);
const states = ['expanded', 'selected', 'checked', 'pressed', 'disabled', 'level'];

async function axTree(): Promise<AxNode[]> {
  const { send } = cdp() as unknown as Cdp;
  await send('Accessibility.enable');
  const { frameTree } = (await send('Page.getFrameTree')) as { frameTree: FrameTree };
  const frames = (tree: FrameTree): string[] => [tree.frame.id, ...(tree.childFrames ?? []).flatMap(frames)];
  for (const frameId of frames(frameTree).reverse()) {
    const { nodes } = (await send('Accessibility.getFullAXTree', { frameId })) as { nodes: AxNode[] };
    if (nodes.some(({ role }) => role?.value === 'tree')) return nodes;
  }
  throw new Error('No frame shows a replay.');
}

/** One line for each thing a reader comes to: role, name, state. */
async function outline(): Promise<string[]> {
  const nodes = await axTree();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: AxNode | undefined): void => {
    if (node === undefined) return;
    const role = node.role?.value ?? '';
    if (!node.ignored && walked.has(role)) {
      const told = (node.properties ?? [])
        .filter(({ name, value }) => states.includes(name) && value.value !== undefined)
        .map(({ name, value }) => ` [${name}=${String(value.value)}]`);
      lines.push(`${role} "${node.name?.value ?? ''}"${told.join('')}`);
    }
    for (const id of node.childIds ?? []) walk(byId.get(id));
  };
  walk(nodes[0]);
  return lines;
}

const session = sessionFromText(`
  @ title Mend the tides
  0:00 notice(hook): SessionStart
  0:00 system(context): AGENTS.md
  0:01 user: Fix it
  == explore
  0:03 Read(a.ts) 1s
  0:05 Task(look) 20s as explorer
    0:06 user: Look around
    0:07 Read(b.ts) 1s
  == execute
  0:40 Edit(a.ts) 1s failed: no such text
  0:50 assistant: Done.
`);

const root = testRoot();

beforeEach(async () => {
  await page.viewport(1280, 900);
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay
        replay={createReplay(session, { clock: createManualClock() })}
        lanesPanel="shown"
        style={{ width: 1200, height: 800 }}
      />
    </KitProvider>,
  );
  await expect.element(page.getByRole('region', { name: 'Playback' })).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Run' })).toBeVisible();
});

test('every element has a name, and nothing is read out twice', async () => {
  const lines = await outline();
  const unnamed = lines.filter((line) => named.has(line.split(' ')[0] ?? '') && / ""/.test(line));
  expect(unnamed).toEqual([]);
  // A row of a list is named by what it holds; the same words as a region of the page would be one too many.
  const regions = lines.filter((line) => /^(?:region|navigation|complementary|tree|treegrid) /.test(line));
  expect(new Set(regions).size).toBe(regions.length);
});

test('the reading order is that of the page: session, phases, lanes, timeline, details, playback', async () => {
  const lines = await outline();
  const parts = ['heading "Mend the tides"', 'navigation "Phases"', 'treegrid "Lanes"', 'tree "Timeline"'];
  const places = [...parts, 'complementary "Details"', 'region "Playback"'].map((part) =>
    lines.findIndex((line) => line.startsWith(part)),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('rows announce what they are, what they contain and whether they unfold', async () => {
  const rows = (await outline()).filter((line) => line.startsWith('treeitem '));
  const said = rows.map((line) => line.replaceAll(/\u2212?\d:\d\d:\d\d /g, ''));
  expect(said[0]).toMatch(/^treeitem "1 hook · 1 context note".*\[expanded=false\]/);
  expect(said.find((line) => line.includes('Task'))).toMatch(/\[expanded=false\]/);
  expect(said.find((line) => line.includes('Edit'))).toMatch(/no such text/);
  expect(said.find((line) => line.startsWith('treeitem "Explore'))).toMatch(/\[expanded=true\]/);
  expect((await outline()).find((line) => line.startsWith('rowheader "explorer'))).toBe('rowheader "explorer, 1 call"');
});
