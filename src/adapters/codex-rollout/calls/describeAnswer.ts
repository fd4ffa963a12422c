import { asList, asObject, asText, asWords, type Fields } from '../narrow.ts';
import { readArguments } from './readArguments.ts';

/** Longer answers are not taken apart. */
const MAX_ANSWER = 16_384;

/** A line for the answers of Codex's own tools, which are JSON; undefined for any other. */
export function describeAnswer(text: string): string | undefined {
  if (!text.startsWith('{') || text.length > MAX_ANSWER) return undefined;
  const answer = readArguments(text);
  const started = asWords(answer.nickname) ?? asWords(answer.task_name) ?? asWords(answer.agent_id);
  if (started !== undefined) return `Started ${started}`;
  const answers = asObject(answer.answers);
  if (answers !== undefined) return choicesIn(answers).join('; ') || undefined;
  const told = [...Object.values(asObject(answer.status) ?? {}), answer.previous_status].flatMap(statusIn);
  return told.join('; ') || undefined;
}

/** What a person chose: `{question: {answers: […]}}`. */
function choicesIn(answers: Fields): string[] {
  return Object.values(answers).flatMap((each) =>
    asList(asObject(each)?.answers).flatMap((choice) => asWords(choice) ?? []),
  );
}

/** How an agent stands: `"running"`, `{completed: "…"}`. */
function statusIn(status: unknown): string[] {
  const word = asText(status);
  if (word !== undefined) return [word];
  return Object.entries(asObject(status) ?? {}).map(([state, message]) => `${state}: ${asText(message) ?? ''}`);
}
