import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useEffect, useState } from 'react';
import { expect, userEvent } from 'storybook/test';
import {
  createHashRouter,
  readReplayLink,
  type SessionEntry,
  SessionList,
  SessionReplay,
  useKit,
} from '../../src/components/index.ts';
import type { Session } from '../../src/session/index.ts';
import { contentUrl, listOwnSessions, listSamples, loadSession } from '../data/convertedSessions.ts';
import './sessions.css';
import { inTests } from '../inTests.ts';

interface SessionsProps {
  sessions: readonly SessionEntry[];
}

/** The window whose address names the story: Storybook's own where the story stands in its frame. */
function addressedPage(): Window {
  const { parent } = window;
  return new URLSearchParams(parent.location.search).has('path') ? parent : window;
}

/** Two components of the kit make an app: a list to choose from, and a replay of the chosen session. */
function Sessions({ sessions }: SessionsProps): ReactElement {
  const { language } = useKit();
  const [router] = useState(() => createHashRouter(undefined, addressedPage()));
  const [selected, setSelected] = useState(() => {
    const linked = readReplayLink(router.read()).session;
    return (sessions.find(({ session_id }) => session_id === linked) ?? sessions[0])?.session_id;
  });
  const [session, setSession] = useState<Session>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (selected === undefined) return undefined;
    let current = true;
    setFailure(undefined);
    loadSession(selected).then(
      (loaded) => current && setSession(loaded),
      (error: Error) => current && setFailure(error.message),
    );
    return () => {
      current = false;
    };
  }, [selected]);
  return (
    <div className="sessions" lang={language}>
      <SessionList className="sessions__list" sessions={sessions} selected={selected} onSelect={setSelected} />
      <main className="sessions__replay">
        {failure !== undefined ? <p role="alert">{failure}</p> : null}
        {session !== undefined ? (
          <SessionReplay
            session={session}
            router={router}
            contentUrl={contentUrl}
            keys="page"
            style={{ height: '100%' }}
          />
        ) : null}
      </main>
    </div>
  );
}

const meta = {
  title: 'Replay/Sessions',
  component: Sessions,
  tags: ['!autodocs'],
  args: { sessions: [] },
  argTypes: { sessions: { control: false } },
  parameters: { controls: { disable: true } },
  loaders: [async () => ({ sessions: [...(await listOwnSessions()), ...(await listSamples())] })],
  render: (_, { loaded }) => <Sessions sessions={(loaded as SessionsProps).sessions} />,
} satisfies Meta<typeof Sessions>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Everything that `pnpm etl` wrote, this machine's own sessions first. */
export const All: Story = {
  play: inTests(async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'accents');
    await userEvent.click(await canvas.findByRole('option', { name: /café/ }));
    await expect(await canvas.findByRole('heading', { level: 1, name: /ignore accents/i })).toBeVisible();
  }),
};
