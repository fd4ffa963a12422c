import { expect, test } from 'vitest';
import { KitProvider, SessionSearch } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const session = sessionFromText(`
  0:00 user: Mend the lexer
  0:01 Task(dig) 10s as explorer
    0:02 user: Find the offset
    0:03 assistant: The offset is off
`);
const [task] = session.tool_calls;
if (task !== undefined) task.input.params.prompt = 'Find the offset';

const root = testRoot();

function search(query: string): () => (string | null | undefined)[] {
  root.render(
    <KitProvider motion="reduced">
      <SessionSearch index={indexSession(session)} defaultQuery={query} />
    </KitProvider>,
  );
  return () =>
    [...root.host.querySelectorAll('[role="option"]')].map(
      (option) => option.querySelector('.ark-search__what')?.textContent,
    );
}

test("a subagent's task is attributed to the agent that gave it, as in the timeline", async () => {
  const signed = search('agent:explorer offset');
  await expect.poll(signed).toEqual(['Main agent→toexplorer', 'explorer']);
});

test("a person's prompt is attributed to that person", async () => {
  await expect.poll(search('lexer')).toEqual(['You']);
});

test('a task is listed once, with the call that gave it', async () => {
  await expect.poll(search('"find the offset"')).toHaveLength(1);
});
