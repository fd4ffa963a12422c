// Asks the eight questions that a brief answers, once of the kit and once of the raw logs by patterns that know nothing of it, and prints
// where the answers differ: `node scripts/check-brief.ts LOGS SESSIONS [ID…]`. SESSIONS is what `etl LOGS --out SESSIONS` wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { briefOf, hasClock, indexSession, outcomeOf } from '../src/replay/index.ts';
import { parseSession, type Session, type ToolCall } from '../src/session/index.ts';
import { type Answers, answerQuestions } from './counts/answerQuestions.ts';

const [logs = '.', sessions = 'data/sessions', ...wanted] = process.argv.slice(2);
const questions = [
  'asked',
  'answered',
  'changed',
  'failed',
  'seconds',
  'outputTokens',
  'agents',
  'unanswered',
] as const;

/** The answers of the brief. */
function answersOf(session: Session): Answers {
  const index = indexSession(session);
  const { asked, answered, changed, totals, time, agents, open } = briefOf(index);
  const last = answered === undefined ? undefined : index.items[answered];
  const output = (totals.tokens.main.output ?? 0) + (totals.tokens.inner.output ?? 0);
  return {
    asked: asked.prompts.length,
    ...(last?.is === 'event' && last.event.type === 'message' ? { answered: last.event.text } : {}),
    changed: changed.files.length,
    failed: [session, ...session.sub_sessions].flatMap(({ tool_calls }) => tool_calls.filter(isTrouble)).length,
    ...(hasClock(index) ? { seconds: time.total / 1000 } : {}),
    ...(output === 0 ? {} : { outputTokens: output }),
    agents: agents.reduce((sum, { items }) => sum + items.length, 0),
    unanswered: open.unanswered.length,
  };
}

/** The raw logs flag what failed, was denied, cancelled and interrupted alike. */
function isTrouble(call: ToolCall): boolean {
  return ['failed', 'denied', 'cancelled', 'interrupted'].includes(outcomeOf(call));
}

const squeezed = (text: unknown): string => String(text).replaceAll(/\s+/g, '').slice(0, 60);

type Grade = 'right' | 'wrong' | 'unsaid';

function judge(question: (typeof questions)[number], kit: Answers, raw: Answers): Grade {
  const [said, seen] = [kit[question], raw[question]];
  if (seen === undefined || (question === 'seconds' && said === undefined)) return 'unsaid';
  if (question === 'answered') return squeezed(said) === squeezed(seen) ? 'right' : 'wrong';
  if (question === 'seconds') return Math.abs(Number(said) - Number(seen)) <= 1 ? 'right' : 'wrong';
  return said === seen ? 'right' : 'wrong';
}

const sums = { right: 0, wrong: 0, unsaid: 0 };
const rows: Record<string, string>[] = [];
for (const name of readdirSync(sessions).sort()) {
  if (!name.endsWith('.json') || (wanted.length > 0 && !wanted.some((id) => name.startsWith(id)))) continue;
  const { session } = parseSession(JSON.parse(readFileSync(join(sessions, name), 'utf8')));
  const format = session?.provenance?.source_format ?? '';
  const files = (session?.provenance?.sources ?? []).flatMap((source) => {
    const path = resolve(logs, source.name);
    return existsSync(path) ? [{ name: source.name, text: readFileSync(path, 'utf8') }] : [];
  });
  if (session === undefined || files.length === 0) continue;
  const [kit, raw] = [answersOf(session), answerQuestions(format, files)];
  const row: Record<string, string> = { session: name.slice(0, 14), format };
  for (const question of questions) {
    const grade = judge(question, kit, raw);
    sums[grade] += 1;
    const short = (value: unknown): string => String(value).replaceAll(/\s+/g, ' ').slice(0, 24);
    row[question] =
      grade === 'wrong' ? `${short(kit[question])} ≠ ${short(raw[question])}` : grade === 'right' ? '✓' : '–';
  }
  rows.push(row);
}
console.table(rows);
console.log(`${sums.right} right, ${sums.wrong} wrong, ${sums.unsaid} that the raw log's reader cannot tell`);
