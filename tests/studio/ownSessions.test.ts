import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertPaths } from '../../scripts/agent-replay/convertPaths.ts';

type Fields = Record<string, unknown>;

const types = new Set(
  'claude_md rule standard skill spec file user_message tool_result capability tool_selection approach error_handling skip retry'.split(
    ' ',
  ),
);

/** A type that the standard has; one that it has not is shown as any, and conversion takes the nearest. */
const known = (type: unknown): unknown => (types.has(String(type)) ? type : expect.any(String));

/** A session of the studio's own as its page shows it, each thing at the name of the field that it is read from. */
function studioPage(json: Fields): object {
  const calls = new Map((json.tool_calls as Fields[]).map((call) => [call.call_id, call]));
  return {
    header: [json.task_title, (json.agent as Fields).model_id, json.status],
    phases: (json.phases as Fields[]).map((phase) => ({
      ...{ type: phase.phase_type, status: phase.status, duration_ms: phase.duration_ms },
      decisions: (phase.decisions as Fields[]).map(({ type, description, reasoning }) => [
        known(type),
        description,
        reasoning,
      ]),
      context: (phase.context_used as Fields[]).map(({ type, source, relevance, summary }) => [
        known(type),
        source,
        relevance,
        summary,
      ]),
      input: phase.input,
      output: phase.output,
      calls: (phase.tool_call_ids as string[]).map((id) => {
        const { tool_name, tool_category, duration_ms, input, output } = calls.get(id) as Record<string, Fields>;
        return {
          tool_name,
          tool_category,
          duration_ms,
          params: input?.params,
          description: input?.description,
          status: output?.status,
          result: output?.result,
        };
      }),
    })),
  };
}

/** Every type of context and decision. */
function typesIn({ phases }: Fields): string[] {
  return (phases as Record<string, Fields[]>[]).flatMap(({ decisions = [], context_used = [] }) =>
    [...decisions, ...context_used].map(({ type }) => String(type)),
  );
}

const samples = join(import.meta.dirname, '../../data/sources/std001');
const corpus = join(import.meta.dirname, '../../../shared/corpus/std001/01-sessions-head/data/sessions');

/** The files of a folder that the studio's page of phases is made of: phases, and calls that they list. */
function ownSessions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .filter((path) => {
      try {
        const { phases, tool_calls } = JSON.parse(readFileSync(path, 'utf8')) as Fields;
        return (
          Array.isArray(phases) &&
          Array.isArray(tool_calls) &&
          phases.some((phase: Fields) => Array.isArray(phase.tool_call_ids))
        );
      } catch {
        return false;
      }
    });
}

const files = [...ownSessions(samples), ...ownSessions(corpus)];

describe('the studio’s page of its own sessions', () => {
  it('has a sample', () => expect(ownSessions(samples).length).toBeGreaterThan(0));
  it.skipIf(!existsSync(corpus))('has real sessions (skipped without the corpus)', () =>
    expect(ownSessions(corpus).length).toBeGreaterThan(3),
  );

  it.each(files.map((path) => [basename(path), path]))(
    'shows the same of %s before and after conversion',
    async (_, path) => {
      const before = JSON.parse(readFileSync(path, 'utf8')) as Fields;
      const { logs } = await convertPaths([path], { redact: true });
      const after = JSON.parse(JSON.stringify(logs[0]?.session)) as Fields;
      expect(after.session_id).toBe(before.session_id);
      expect(studioPage(after)).toEqual(studioPage(before));
      // Words that the standard does not have are still there to be found, and a prompt is never lost.
      const whole = JSON.stringify(after);
      for (const type of typesIn(before)) expect(whole).toContain(`"${type}"`);
      expect(after.user_prompt).toEqual(before.user_prompt ?? expect.stringMatching(/./));
    },
  );
});
