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

/** Returns a type of the standard as it is. Other types are shown as "any", and conversion takes the nearest. */
const known = (type: unknown): unknown => (types.has(String(type)) ? type : expect.any(String));

/** A session of the studio's own as its page shows it; each value is keyed by the field that it is read from. */
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

/** A record of each field that the studio reads: its values, in the order of the file; undefined where the file has none. */
type Read = Map<string, unknown[]>;

const list = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object') : [];

/** One moment, however it is written. */
const moment = (time: unknown): unknown =>
  typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? Date.parse(time) : time;

/** Words of older files, as the standard has them. */
const statuses = new Map<unknown, unknown>([
  ['completed', 'success'],
  ['error', 'failed'],
]);
const contributions = new Set('file_content search_result command_output knowledge'.split(' '));

/**
 * The annotations of a file, each with the calls that it covers. After conversion, an annotation whose calls are not adjacent becomes
 * several with numbered ids, and calls that none covers get one of the kit's, since the studio would not show them otherwise.
 */
function annotationsOf({ phase_annotations, tool_calls }: Fields): Fields[] {
  const ids = list(tool_calls).map(({ call_id }) => call_id);
  const whole = new Map<string, Fields & { calls: unknown[] }>();
  for (const each of list(phase_annotations)) {
    const range = each.tool_call_range as unknown;
    const ends = Array.isArray(range) ? range : Object.values(range as object);
    const calls = ends.length > 2 ? ends : ids.slice(ids.indexOf(ends[0]), ids.indexOf(ends[1]) + 1);
    const id = String(each.annotation_id);
    const first = whole.get(id.replace(/-\d+$/, ''));
    if (first !== undefined) first.calls.push(...calls);
    else if (!id.startsWith('gap-')) whole.set(id, { ...each, calls });
  }
  return [...whole.values()];
}

/** Every field of a session that the studio's page reads, as listed in the review of the studio. */
function fieldsRead(json: Fields): Read {
  const read: Read = new Map();
  const note = (name: string, from: unknown, names: string): void => {
    const fields = (from ?? {}) as Fields;
    for (const field of names.split(' ')) {
      const value = fields[field];
      const key = `${name}.${field}`;
      const shown = /_at$/.test(field) ? moment(value) : field === 'status' ? (statuses.get(value) ?? value) : value;
      read.set(key, [...(read.get(key) ?? []), shown]);
    }
  };
  const noteContext = (name: string, owner: Fields): void => {
    for (const each of list(owner.context_used)) {
      note(`${name}.context_used`, each, 'source relevance summary usage_mode quoted_content');
      note(`${name}.context_used`, { type: known(each.type) }, 'type');
    }
    for (const each of list(owner.decisions)) {
      note(`${name}.decisions`, each, 'decision_id description reasoning alternatives_considered');
      note(`${name}.decisions`, { type: known(each.type) }, 'type');
    }
  };
  note('session', json, 'task_title task_description user_prompt created_at completed_at status');
  note('agent', json.agent, 'model_id capability_snapshot');
  if (typeof json.summary === 'object')
    note('summary', json.summary, 'total_duration_ms files_created files_modified errors_encountered');
  for (const call of list(json.tool_calls)) {
    note('tool_calls', call, 'call_id tool_name tool_category started_at ended_at duration_ms subagent_info');
    note('tool_calls.input', call.input, 'params description raw_command');
    const output = (call.output ?? {}) as Fields;
    const { result } = output;
    note(
      'tool_calls.output',
      { ...output, result: typeof result === 'string' ? { display: result } : result },
      'status result error',
    );
    const said = call.context_contribution;
    const told = (typeof said === 'string' ? { summary: said } : (said ?? {})) as Fields;
    note('tool_calls.context_contribution', told, 'summary full_content');
    const type = told.type === undefined || contributions.has(String(told.type)) ? told.type : expect.any(String);
    note('tool_calls.context_contribution', { type }, 'type');
  }
  for (const [n, each] of annotationsOf(json).entries()) {
    note('phase_annotations', each, 'annotation_id phase_type calls annotated_by annotated_at confidence description');
    noteContext(`phase_annotations/${n}`, each);
  }
  for (const [n, each] of list(json.phases)
    .filter(({ tool_call_ids }) => Array.isArray(tool_call_ids))
    .entries()) {
    note(
      'phases',
      each,
      'phase_id phase_type status started_at ended_at duration_ms input output tool_call_ids loop_info exploration_record',
    );
    noteContext(`phases/${n}`, each);
  }
  for (const each of list(json.sub_sessions)) {
    note('sub_sessions', each, 'sub_session_id parent_session_id triggered_by_call_id status');
    note('sub_sessions.agent', each.agent, 'agent_id agent_type');
    for (const call of list(each.tool_calls))
      note('sub_sessions.tool_calls', call, 'call_id tool_name tool_category duration_ms');
  }
  return read;
}

const samples = join(import.meta.dirname, '../../data/sources/std001');
const corpus = join(import.meta.dirname, '../../../shared/corpus/std001/01-sessions-head/data/sessions');

/** The readable files of a folder that have a given shape. */
function sessionsIn(folder: string, isShape: (json: Fields) => boolean): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .filter((path) => {
      try {
        return isShape(JSON.parse(readFileSync(path, 'utf8')) as Fields);
      } catch {
        return false;
      }
    });
}

/** What the studio's page of phases needs: phases, and the calls that they list. */
const ownSessions = (folder: string): string[] =>
  sessionsIn(
    folder,
    ({ phases, tool_calls }) =>
      Array.isArray(tool_calls) && list(phases).some(({ tool_call_ids }) => Array.isArray(tool_call_ids)),
  );

/** The shapes that the studio shows, some of them in groups of its own. */
const shapes = {
  'phases with calls listed': ({ phases }: Fields) =>
    list(phases).some(({ tool_call_ids }) => Array.isArray(tool_call_ids)),
  'annotated phases': ({ phase_annotations }: Fields) => list(phase_annotations).length > 0,
  'calls alone': ({ phases, phase_annotations, tool_calls, sub_sessions }: Fields) =>
    list(tool_calls).length > 0 && [phases, phase_annotations, sub_sessions].every((each) => list(each).length === 0),
  'runs of several agents': ({ sub_sessions }: Fields) => list(sub_sessions).length > 0,
} as const;

const files = [...ownSessions(samples), ...ownSessions(corpus)];

describe('the studio’s page of its own sessions', () => {
  it('has a sample', () => expect(ownSessions(samples).length).toBeGreaterThan(0));
  it.skipIf(!existsSync(corpus))('has real sessions (skipped without the corpus)', () =>
    expect(ownSessions(corpus).length).toBeGreaterThan(3),
  );

  it.each(files.map((path) => [basename(path), path]))(
    'shows %s the same before and after conversion',
    async (_, path) => {
      const before = JSON.parse(readFileSync(path, 'utf8')) as Fields;
      const { logs } = await convertPaths([path], { redact: true });
      const after = JSON.parse(JSON.stringify(logs[0]?.session)) as Fields;
      expect(after.session_id).toBe(before.session_id);
      expect(studioPage(after)).toEqual(studioPage(before));
      // Words that the standard does not have can still be found, and a prompt is never lost.
      const whole = JSON.stringify(after);
      for (const type of typesIn(before)) expect(whole).toContain(`"${type}"`);
      expect(after.user_prompt).toEqual(before.user_prompt ?? expect.stringMatching(/./));
    },
  );
});

describe.each(Object.entries(shapes))('the fields that the studio reads, of sessions with %s', (_, isShape) => {
  const paths = [...sessionsIn(samples, isShape), ...sessionsIn(corpus, isShape)];
  it('have a sample', () => expect(sessionsIn(samples, isShape).length).toBeGreaterThan(0));

  it.each(paths.map((path) => [basename(path), path]))(
    'are equal before and after conversion: %s',
    async (__, path) => {
      const json = JSON.parse(readFileSync(path, 'utf8')) as Fields;
      const { logs } = await convertPaths([path], { redact: true });
      const after = fieldsRead(JSON.parse(JSON.stringify(logs[0]?.session)) as Fields);
      for (const [name, values] of fieldsRead(json)) {
        const now = after.get(name) ?? [];
        // What a file does not say may be inferred; what it says stays.
        const told = values
          .map((value, n) => [value, now[n]])
          .filter(([value]) => value !== undefined && value !== null);
        expect(
          told.map(([, value]) => value),
          name,
        ).toEqual(told.map(([value]) => value));
      }
    },
  );
});
