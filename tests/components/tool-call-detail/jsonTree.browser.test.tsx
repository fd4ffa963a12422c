import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, ToolCallDetail } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createBuilders } from '../../../stories/data/builders.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const { call } = createBuilders();
const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const lookup = call('mcp__shop__find_orders', 'perception', {
  params: { filter: { state: 'open', tags: ['urgent', 'fragile', 'oversized', 'to be signed for'] } },
  result: {
    text: JSON.stringify({ total: 2, token: secret, orders: [{ id: 'K-1', note: 'first\nsecond' }, { id: 'K-2' }] }),
  },
});
const root = testRoot();

beforeEach(() => {
  root.render(
    <KitProvider motion="reduced">
      <ToolCallDetail call={lookup} style={{ width: 480 }} />
    </KitProvider>,
  );
});

test('an output that is JSON is a tree, walked and folded by keys; one press shows its text', async () => {
  const tree = page.getByRole('tree', { name: 'Output' });
  const names = () =>
    tree
      .getByRole('treeitem')
      .elements()
      .map((each) => each.querySelector('.ark-json__name')?.textContent);
  await expect.poll(names).toEqual(['total', 'token', 'orders', '0', 'id', 'note', '1', 'id']);
  (tree.getByRole('treeitem').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowLeft}');
  await expect.poll(names).toEqual(['total', 'token', 'orders', '0', '1', 'id']);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}');
  await expect.poll(() => document.activeElement?.querySelector('.ark-long-text')?.textContent).toBe('first\nsecond\n');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.poll(names).toEqual(['total', 'token', 'orders']);
  await userEvent.click(page.getByRole('button', { name: 'As text' }).last());
  await expect.poll(() => tree.elements()).toEqual([]);
  await expect.element(page.getByText('"orders":[', { exact: false })).toBeVisible();
});

test('parameters that hold others are trees too, and show nothing that is masked', async () => {
  await expect.element(page.getByRole('tree', { name: 'filter' })).toBeVisible();
  await expect.element(page.getByRole('tree', { name: 'Output' })).toBeVisible();
  expect(root.host.textContent).not.toContain(secret);
});
