import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn, userEvent } from 'storybook/test';
import { CommandCard, KitProvider, MessageCard } from '../../src/components/index.ts';
import { plantedSecrets, secretLine, secretText } from '../../tests/components/masking/plantedSecrets.ts';
import { createBuilders, scope } from '../data/builders.ts';
import { inTests } from '../inTests.ts';

const { call, message } = createBuilders(600);

const printing = call('Bash', 'action', { command: 'cat .env', result: { text: secretText, exit_code: 0 } });
const saying = message('user', `Why does this fail?\n\n\`${secretLine}\``);

/** Only what masks differs from one story to the next. */
const usage = (args: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(args).map(([name, value]) =>
    typeof value === 'string' ? ` ${name}="${value}"` : ` ${name}={${value}}`,
  );
  return `import { KitProvider, parseSessionText, SessionReplay } from 'agent-replay-kit';
import 'agent-replay-kit/styles.css';

const { session } = parseSessionText(await (await fetch('/session.json')).text());
if (session === undefined) throw new Error('Not a session.');

<KitProvider theme="dark" language="en"${given.join('')}>
  <SessionReplay session={session} />
</KitProvider>`;
};

const meta = {
  title: 'Foundation/Masking',
  component: KitProvider,
  parameters: {
    showCode: { write: usage },
    docs: {
      description: {
        component:
          'What looks like a secret is masked in whatever the kit shows, copies or downloads, also on the server. A button shows what was masked in one place, unless the host forbids it. When to use it: leave it on; give `redact={createRedactor({ extra })}` for rules of your own, `reveal="forbidden"` where others look on, and `redact={false}` only for logs that hold nothing private.',
      },
    },
  },
  render: (args) => (
    <KitProvider {...args}>
      <MessageCard message={saying} scope={scope} />
      <CommandCard call={printing} scope={scope} />
    </KitProvider>
  ),
} satisfies Meta<typeof KitProvider>;
export default meta;

type Story = StoryObj<typeof meta>;

const revealButton = { name: 'Show what was masked here' };
const leaks = (page: HTMLElement): string[] => plantedSecrets.filter((secret) => page.textContent?.includes(secret));

/** Masked, with a button in each place where something was. */
export const Masked: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(leaks(canvasElement)).toEqual([]);
    await expect(canvas.getAllByRole('button', revealButton)).toHaveLength(2);
  }),
};

/** By keyboard: one place is revealed, and copied as it is; the other stays masked. */
export const Revealed: Story = {
  play: inTests(async ({ canvas, canvasElement }) => {
    const copied = fn(async (_text: string) => undefined);
    spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
    const [inMessage, inCommand] = canvas.getAllByRole('button', revealButton);
    await userEvent.tab();
    while (document.activeElement !== inCommand) await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(inCommand).toHaveAttribute('aria-pressed', 'true');
    await expect(inMessage).toHaveAttribute('aria-pressed', 'false');
    await expect(leaks(canvasElement)).toEqual([...plantedSecrets]);
    await userEvent.click(canvas.getByRole('button', { name: 'Copy' }));
    await expect(copied).toHaveBeenLastCalledWith(secretText);
    await userEvent.click(canvas.getByRole('button', { name: 'Copy message' }));
    await expect(copied.mock.lastCall?.[0]).toContain('[REDACTED:');
    await userEvent.click(inCommand as HTMLElement);
    await expect(leaks(canvasElement)).toEqual([]);
  }),
};

/** The host forbids it: there is no button. */
export const Forbidden: Story = {
  args: { reveal: 'forbidden' },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.queryByRole('button', revealButton)).toBeNull();
    await expect(leaks(canvasElement)).toEqual([]);
  }),
};

/** Turned off by the host. */
export const Off: Story = {
  args: { redact: false },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.queryByRole('button', revealButton)).toBeNull();
    await expect(leaks(canvasElement)).toEqual([...plantedSecrets]);
  }),
};
