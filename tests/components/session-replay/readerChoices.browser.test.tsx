import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { KitProvider, type KitProviderProps, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { parseSession, type Session } from '../../../src/session/index.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const token = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(2).slice(0, 36)}`;
const command = (id: string, command: string, workdir: string, text: string) => ({
  call_id: id,
  tool_name: 'Bash',
  tool_category: 'action',
  input: { params: { command, workdir } },
  output: { status: 'success', result: { text } },
});
const edit = {
  call_id: 'tool-003',
  tool_name: 'Edit',
  tool_category: 'action',
  input: { params: { file_path: '/home/lin/shop/a.ts', old_string: 'one', new_string: 'two' } },
  output: { status: 'success', result: {} },
};
const session = parseSession({
  session_id: 'choices',
  task_title: 'Two packages',
  user_prompt: `Look at src/app.ts:12 with ${token}, lin@example.com`,
  created_at: '2026-02-01T10:00:00Z',
  tool_calls: [
    command('tool-001', 'npm test', '/home/lin/shop', 'ok'),
    command('tool-002', 'npm test', '/home/lin/shop/packages/server', 'fault at src/app.ts:12'),
    edit,
  ],
}).session as Session;

const root = testRoot();

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

async function draw(kit: Omit<KitProviderProps, 'children'> = {}): Promise<void> {
  root.render(
    <KitProvider {...kit}>
      <SessionReplay session={session} style={{ width: 1200, height: 800 }} />
    </KitProvider>,
  );
  await vi.waitFor(() => expect(root.host.querySelectorAll('.ark-row').length).toBeGreaterThan(2));
}

const selectRow = async (text: string, nth = 0): Promise<void> => {
  await page.getByRole('tree').getByText(text, { exact: true }).nth(nth).click();
};
const choose = async (label: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('combobox', { name: label }).selectOptions(option);
  await page.getByRole('button', { name: 'View', exact: true }).click();
};
const placeLink = () => root.host.querySelector<HTMLAnchorElement>('aside a.ark-place');

test('file locations open in VS Code by default, or in the editor that the reader chose, which is remembered', async () => {
  await draw();
  await selectRow('npm test', 1);
  await vi.waitFor(() => expect(placeLink()?.href).toMatch(/^vscode:\/\/file\/home\/lin\/shop\/\S*src\/app\.ts:12:1$/));
  await choose('Open files in', 'zed');
  await vi.waitFor(() => expect(placeLink()?.href).toMatch(/^zed:\/\/file\//));
  root.restart();
  await draw();
  await selectRow('npm test', 1);
  await vi.waitFor(() => expect(placeLink()?.href).toMatch(/^zed:\/\/file\//));
  await choose('Open files in', 'none');
  await vi.waitFor(() => expect(placeLink()).toBeNull());
});

test("a host's editor takes precedence, and the choice is absent if the host opens files itself or wants no links", async () => {
  await draw({ editorLink: 'house://{path}' });
  await selectRow('npm test', 1);
  await vi.waitFor(() => expect(placeLink()?.href).toMatch(/^house:\/\//));
  for (const kit of [{ editorLink: '' }, { onOpenFile: () => undefined }]) {
    await draw(kit);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await vi.waitFor(() => expect(root.host.querySelectorAll('.ark-view select')).toHaveLength(1));
    expect(placeLink()).toBeNull();
    await page.getByRole('button', { name: 'View', exact: true }).click();
  }
});

test('the reader can mask more, or nothing, if the host allows it', async () => {
  await draw();
  const text = () => root.host.querySelector('[role="tree"]')?.textContent ?? '';
  expect(text()).not.toContain(token);
  expect(text()).toContain('lin@example.com');
  await choose('Mask', 'all');
  await vi.waitFor(() => expect(text()).not.toContain('lin@example.com'));
  await choose('Mask', 'off');
  await vi.waitFor(() => expect(text()).toContain(token));
  root.restart();
  await draw({ reveal: 'forbidden' });
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const offered = [...root.host.querySelectorAll<HTMLOptionElement>('.ark-view select:last-of-type option')];
  expect(offered.map(({ value }) => value)).not.toContain('off');
  expect(offered.map(({ value }) => value)).toContain('all');
});

test('the row of a command in another folder names the folder, and its details show it as a breadcrumb', async () => {
  await draw();
  const rows = [...root.host.querySelectorAll('.ark-row')].filter(
    (row) => row.querySelector('.ark-call__workdir') !== null,
  );
  expect(rows.map((row) => row.querySelector('.ark-workdir__last')?.textContent)).toEqual(['server']);
  expect(rows[0]?.textContent).toContain('folder changed');
  await selectRow('npm test', 1);
  await vi.waitFor(() => expect(root.host.querySelector('aside .ark-workdir')?.textContent).toContain('server'));
});

test('a change can be written to the file only if the host supports it, and only after confirmation', async () => {
  const onApplyPatch = vi.fn();
  await draw();
  await selectRow('Edit');
  await expect.element(page.getByRole('button', { name: 'Copy changes' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Apply' }).elements()).toEqual([]);
  await draw({ onApplyPatch });
  await page.getByRole('button', { name: 'Apply' }).click();
  expect(onApplyPatch).not.toHaveBeenCalled();
  await page.getByRole('group').getByRole('button').first().click();
  await vi.waitFor(() => expect(onApplyPatch).toHaveBeenCalledWith(expect.stringContaining('+two')));
});
