import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, NoticeRow } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { useMaskedEvent } from '../../../src/components/theme/useMaskedEvent.ts';
import { createRedactor, type Redactor } from '../../../src/redaction/index.ts';
import type { NoticeEvent } from '../../../src/session/index.ts';
import { notice } from '../../../stories/data/events.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

/** A redactor, and how much it read at once of all that it read. */
function countingRedactor(): { redactor: Redactor; mostAtOnce: () => number } {
  const rules = createRedactor();
  let most = 0;
  const read = (text: string): void => {
    most = Math.max(most, text.length);
  };
  const redactor: Redactor = {
    ...rules,
    find: (text) => {
      read(text);
      return rules.find(text);
    },
    mask: (text, count) => {
      read(text);
      return rules.mask(text, count);
    },
    maskJson: (value, count) => {
      read(JSON.stringify(value) ?? '');
      return rules.maskJson(value, count);
    },
  };
  return { redactor, mostAtOnce: () => most };
}

test('a long notice is masked in parts, and to its end only once it is unfolded', async () => {
  const key = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}-AA`;
  const long = notice('info', `${'A tide comes in, and a tide goes out.\n'.repeat(30_000)}${key}\n\nThe last line`);
  const { redactor, mostAtOnce } = countingRedactor();
  root.render(
    <KitProvider redact={redactor}>
      <NoticeRow notice={long} />
    </KitProvider>,
  );
  await expect.element(page.getByText(/A tide comes in/)).toBeVisible();
  expect(mostAtOnce()).toBeLessThan(250_000);
  await userEvent.click(page.getByRole('button'));
  await vi.waitFor(() => expect(root.host.textContent).toContain('The last line'), 10_000);
  expect(root.host.textContent).not.toContain('aB3dE5fG7h');
  expect(mostAtOnce()).toBeLessThan(250_000);
});

/** The end of what is shown of a long event before all of it is masked. */
function EndOfHead({ event }: { event: NoticeEvent }): ReactElement {
  return <p>{useMaskedEvent(event, 'head').text.slice(-300)}</p>;
}

test('a secret that the end of the beginning would cut is masked before it is shown', async () => {
  // The address is known by what follows the sign, which the beginning lacks.
  const address = 'postgres://anna:Hj7kLm2pQr9@db.tides.test/board';
  const line = 'A tide comes in, and a tide goes out.\n';
  const long = notice('info', `${line.repeat(5300).slice(0, 199_971)}\n${address}\n${line.repeat(2000)}`);
  root.render(
    <KitProvider redact={createRedactor()}>
      <EndOfHead event={long} />
    </KitProvider>,
  );
  await expect.element(page.getByText(/A tide comes in/)).toBeVisible();
  expect(root.host.textContent).not.toContain('Hj7kLm2pQr9');
});
