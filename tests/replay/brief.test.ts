import { expect, test } from 'vitest';
import {
  briefOf,
  briefSteps,
  type Chapter,
  chaptersOf,
  chapterWork,
  indexSession,
  profileOf,
  type SessionIndex,
} from '../../src/replay/index.ts';
import type { ToolCall } from '../../src/session/index.ts';
import { longSession } from '../../stories/data/longSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const drawn = (text: string): SessionIndex => indexSession(sessionFromText(text));
const idsOf = (index: SessionIndex, items: readonly number[]): (string | undefined)[] =>
  items.map((at) => index.items[at]?.id);

test('counts the prompts of a person as asked, without commands, and the agent’s last message as answered', () => {
  const index = drawn(`
    0:00 user: Mend it
    0:01 assistant: I will.
    0:02 user(command): /compact
    0:03 user(hook): remember the rules
    0:04 user: And the docs
    0:05 assistant: Done.
    0:06 notice(hook): stop`);
  const { asked, answered, open } = briefOf(index);
  expect(asked.prompts).toHaveLength(2);
  expect(asked.commands).toHaveLength(1);
  expect(index.items[answered ?? -1]).toMatchObject({ event: { text: 'Done.' } });
  expect(open.prompt).toBeUndefined();
});

test('takes as the session’s subject its first prompt, or a command with arguments', () => {
  const firstOf = (text: string): unknown => {
    const index = drawn(text);
    const item = index.items[briefOf(index).asked.first ?? -1];
    return item?.is === 'event' && item.event.type === 'message' ? item.event.text : undefined;
  };
  expect(firstOf('0:00 user(command): /clear\n0:01 user(command): /plan the parser\n0:02 user: go on')).toBe(
    '/plan the parser',
  );
  expect(firstOf('0:00 user(command): /clear\n0:02 user: Mend it')).toBe('Mend it');
  expect(firstOf('0:00 user(command): /clear')).toBe('/clear');
  // A log that does not tell commands from prompts.
  expect(firstOf('0:00 user: /mode\n0:01 user: Mend it')).toBe('Mend it');
  expect(firstOf('0:00 user: /mode')).toBe('/mode');
  expect(firstOf('0:00 assistant: Hello')).toBeUndefined();
});

test('leaves open a prompt after which nothing was said or done, but not a command', () => {
  const left = drawn(`
    0:00 user: Mend it
    0:05 assistant: Done.
    0:06 user: And the docs
    0:07 notice(hook): noted`);
  expect(left.items[briefOf(left).open.prompt ?? -1]).toMatchObject({ event: { text: 'And the docs' } });
  const command = drawn(`
    0:00 user: Mend it
    0:05 assistant: Done.
    0:06 user(command): /exit`);
  expect(briefOf(command).open.prompt).toBeUndefined();
});

test('counts lines over all successful changes, and lists the files with most lines first', () => {
  const { changed } = briefOf(indexSession(replaySession));
  const lines = changed.files.map(({ added, removed }) => added + removed);
  expect(lines).toEqual([...lines].sort((a, b) => b - a));
  expect(changed.added).toBe(changed.files.reduce((sum, { added }) => sum + added, 0));
});

test('pauses while computing the brief of a long session, and computes it once', () => {
  const index = indexSession(longSession(5000));
  const steps = briefSteps(index);
  let rests = 0;
  while (steps.next().done !== true) rests += 1;
  expect(rests).toBeGreaterThan(20);
  expect(briefOf(index)).toBe(briefOf(index));
});

test('lists started agents, even those of which the log has no run', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Task(dig) 10s as explorer
      0:02 Grep(x) 1s
    0:12 Task(dig more) 10s as explorer
    0:23 Task(never) 1s denied: no`);
  const [, more] = session.tool_calls;
  if (more !== undefined) more.subagent_info = { subagent_type: 'explorer', tool_uses: 7 };
  const index = indexSession(session);
  expect(briefOf(index).agents).toMatchObject([{ name: 'explorer', runs: [1], calls: 8 }]);
  expect(idsOf(index, briefOf(index).agents[0]?.items ?? [])).toEqual(['tool-001', 'tool-002']);
});

test('tells apart files of the project, plans of the agent, and what commands seem to have written', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Write(/home/dev/.claude/plans/calm-fox.md) 1s
    0:02 Edit(/repo/b.ts) 1s
    0:03 Edit(/repo/a.ts) 1s
    0:05 Edit(/repo/a.ts) 1s
    0:06 Bash(cat > src/new.ts <<'EOF') 1s
    0:07 Bash(sed -i s/a/b/ a.ts) 1s
    0:08 Bash(make > /dev/null) 1s
    0:09 Bash(mv c.ts > d.ts) failed: no`);
  const { changed, hasCalls } = briefOf(index);
  expect(changed.order).toBe('edits');
  expect(changed.files.map(({ path, items }) => [path, items.length])).toEqual([
    ['/repo/a.ts', 2],
    ['/repo/b.ts', 1],
  ]);
  expect(changed.plans.map(({ path }) => path)).toEqual(['/home/dev/.claude/plans/calm-fox.md']);
  expect(changed.byCommands.map(({ path, items }) => [path, idsOf(index, items)])).toEqual([
    ['src/new.ts', ['tool-005']],
  ]);
  expect(hasCalls).toBe(true);
  expect(briefOf(drawn('0:00 user: Go\n0:01 assistant: I did.')).hasCalls).toBe(false);
});

test('counts all lines of a long write, of which the session holds only the ends', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Write(/repo/a.ts) 1s');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.input.params.content = 'first\n…\nlast\n';
  call.content_refs = [
    { pointer: '/input/params/content', sha256: '0'.repeat(64), bytes: 9000, lines: 545, path: 'a.txt' },
  ];
  expect(briefOf(indexSession(session)).changed.added).toBe(545);
});

test('says where lines were removed whose number the log does not give: all of a file that was written over', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Write(/repo/new.ts) 1s
    0:03 Write(/repo/old.ts) 1s
    0:05 Write(/repo/twice.ts) 1s
    0:07 Write(/repo/twice.ts) 1s
    0:09 Edit(/repo/edited.ts) 1s`);
  for (const { tool_name, input } of session.tool_calls) if (tool_name === 'Write') input.params.content = 'a\nb\n';
  session.summary.files_created = ['/repo/new.ts', '/repo/twice.ts'];
  const { files, moreRemoved } = briefOf(indexSession(session)).changed;
  const told = files.map((file) => [file.path, file.added, file.removed, file.moreRemoved]);
  expect(told.sort()).toEqual([
    ['/repo/edited.ts', 0, 0, false],
    ['/repo/new.ts', 2, 0, false],
    ['/repo/old.ts', 2, 0, true],
    ['/repo/twice.ts', 4, 0, true],
  ]);
  expect(moreRemoved).toBe(true);
  const index = indexSession(session);
  const [chapter] = chaptersOf(index);
  const work = chapterWork(index, chapter as Chapter);
  expect(work.moreRemoved).toBe(true);
  expect(work.files.filter((file) => file.moreRemoved).map(({ path }) => path)).toEqual([
    '/repo/old.ts',
    '/repo/twice.ts',
  ]);
  const { all, rows } = profileOf(index, { by: 'file' });
  expect(all.moreRemoved).toBe(true);
  const rowsWithMore = rows.filter((row) => row.moreRemoved).map(({ name }) => name);
  expect(rowsWithMore.sort()).toEqual(['/repo/old.ts', '/repo/twice.ts']);
});

test('knows that a later chapter writes over a file that an earlier one created', () => {
  const session = sessionFromText(`
    0:00 user: Make it
    0:01 Write(/repo/a.ts) 1s
    0:03 user: Again
    0:05 Write(/repo/a.ts) 1s`);
  for (const { input } of session.tool_calls) input.params.content = 'a\nb\n';
  session.summary.files_created = ['/repo/a.ts'];
  const index = indexSession(session);
  expect(chaptersOf(index).map((chapter) => chapterWork(index, chapter).moreRemoved)).toEqual([false, true]);
});

test('names agents that the log only waited for, and marks a type that the source does not name', () => {
  const waited = drawn('0:00 user: Go\n0:01 wait_agent() 1s\n0:03 wait_agent() 1s\n0:05 assistant: Done.');
  expect(briefOf(waited).agents).toMatchObject([{ name: undefined, waits: 2 }]);
  const session = sessionFromText('0:00 user: Go\n0:01 Task(dig) 1s\n0:05 assistant: Done.');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.subagent_info = { subagent_type: 'general-purpose', tool_uses: 1 };
  call.inferred = ['subagent_info.subagent_type'];
  expect(briefOf(indexSession(session)).agents).toMatchObject([{ name: 'general-purpose', inferred: true }]);
});

test('counts the agents that used tokens that the log does not give', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Task(look) 10s as explorer
      0:02 usage: input 100, output 20
    0:12 Task(look) 10s as explorer
    0:23 Task(look) 10s as explorer`);
  const counted = session.sub_sessions[0];
  const stated = session.tool_calls[1];
  if (counted === undefined || stated?.subagent_info === undefined) throw new Error('They are drawn');
  counted.usage = { input: 100, output: 20 };
  stated.subagent_info.tokens_used = 500;
  expect(briefOf(indexSession(session)).agentTokens).toEqual({ added: 120, uncounted: 2, stated: 500 });
  expect(briefOf(drawn('0:00 user: Go')).agentTokens).toEqual({
    added: undefined,
    uncounted: 0,
    stated: undefined,
  });
});

test('shows of the first prompt what the person wrote', () => {
  const session = sessionFromText('0:00 user: Go');
  const [first] = session.events;
  if (first?.type !== 'message') throw new Error('It is drawn');
  first.text = '<environment_context>\n<cwd>/repo</cwd>\n</environment_context>\nMend the parser';
  expect(briefOf(indexSession(session)).asked.text).toBe('Mend the parser');
});

test('names files that only the log’s summary names, and who took part in a session of several agents', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Edit(/repo/src/a.ts) 1s');
  session.summary.files_created = ['docs/plan.md'];
  session.summary.files_modified = ['src/a.ts', 'docs/plan.md'];
  session.collaboration = {
    mode: 'multi_agent',
    participants: [{ agent_id: 'dev-1', agent_type: 'developer' }, { agent_id: 'lead' }, 'nobody', {}],
  };
  const { changed, participants } = briefOf(indexSession(session));
  expect(changed.stated).toEqual(['docs/plan.md']);
  expect(participants).toEqual(['developer', 'lead']);
});

test('knows what perl and ruby write in place', () => {
  const { byCommands } = briefOf(
    drawn(`
    0:00 user: Go
    0:01 Bash(perl -0pi -e 's/a/b/' src/one.ts) 1s
    0:03 Bash(ruby -i.bak -pe 'x' src/two.rb) 1s
    0:05 Bash(perl -ne 'print' src/three.ts) 1s`),
  ).changed;
  expect(byCommands.map(({ path }) => path)).toEqual(['src/one.ts', 'src/two.rb']);
});

test('takes a path with backslashes and one with slashes for one file', () => {
  const session = sessionFromText(
    '@ cwd C:\\work\\shop\n0:00 user: Go\n0:01 Write(C:\\work\\shop\\docs\\plan.md) 1s\n0:03 Bash(echo more >> docs/plan.md) 1s',
  );
  session.summary.files_created = ['docs/plan.md'];
  const { changed } = briefOf(indexSession(session));
  expect(changed.files).toHaveLength(1);
  expect(changed.stated).toEqual([]);
  expect(changed.byCommands).toEqual([]);
});

test('takes a command that the agent answered as the last thing asked, and one for its program as none', () => {
  const lastOf = (text: string): number | undefined => briefOf(drawn(text)).asked.last;
  expect(lastOf('0:00 user: Go\n0:01 assistant: Done.\n0:05 user(command): /review\n0:06 assistant: Fine.')).toBe(2);
  expect(lastOf('0:00 user: Go\n0:01 assistant: Done.\n0:05 user(command): /exit\n0:06 system(command): Bye!')).toBe(
    undefined,
  );
  expect(lastOf('0:00 user: Go\n0:01 user: On\n0:05 user(command): /clear\n0:09 user(command): /exit')).toBe(1);
  expect(lastOf('0:00 user(command): /clear\n0:01 user: Go\n0:02 assistant: Done.')).toBe(undefined);
});

test('leaves an answer open that ends with a question', () => {
  const questionOf = (text: string): number | undefined => briefOf(drawn(text)).open.question;
  expect(questionOf('0:00 user: Go\n0:01 assistant: Where to?')).toBe(1);
  expect(questionOf('0:00 user: Go\n0:01 assistant: 要**继续**吗？**')).toBe(1);
  expect(questionOf('0:00 user: Go\n0:01 assistant: Why? I did it.')).toBe(undefined);
  expect(questionOf('0:00 user: Go\n0:01 assistant: Where to?\n0:03 user: There.')).toBe(undefined);
});

test('takes any number of waits for agents', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 wait_agent(a) 1s');
  const [wait] = session.tool_calls as [ToolCall];
  const waits = Array.from({ length: 150_000 }, (_, at) => ({ ...wait, call_id: `w${at}`, seq: 2 + at }));
  expect(briefOf(indexSession({ ...session, tool_calls: waits })).agents).toMatchObject([{ waits: 150_000 }]);
});
