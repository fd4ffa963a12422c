// Says how often inferred phases agree, call by call, with the annotations that agents made themselves.
// Usage: node scripts/measure-phases.ts FOLDER…   (folders of STD-001 sessions, searched through)
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inferPhases, type PhaseCall, parseSessionText, type Session, type ToolCall } from '../src/session/index.ts';

/** Phase, or another field of its annotation, of every call by its id. */
type Phases = ReadonlyMap<string, string>;

function toPhaseCall({ call_id, tool_name, tool_category, input, output, outcome }: ToolCall): PhaseCall {
  const { command, file_path, path } = input.params;
  const told = typeof command === 'string' ? command : input.raw_command;
  const file = typeof file_path === 'string' ? file_path : path;
  return {
    call_id,
    tool_name,
    tool_category,
    outcome: outcome ?? (output.status === 'failed' ? 'failed' : 'succeeded'),
    ...(told === undefined ? {} : { raw_command: told }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(typeof file === 'string' ? { path: file } : {}),
  };
}

/** Lays a field of annotations over their calls. */
function spread(
  annotations: Session['phase_annotations'],
  { tool_calls }: Session,
  field: 'phase_type' | 'confidence' = 'phase_type',
): Phases {
  const places = new Map(tool_calls.map(({ call_id }, place) => [call_id, place]));
  const phases = new Map<string, string>();
  for (const annotation of annotations ?? []) {
    const first = places.get(annotation.tool_call_range.start_call_id) ?? 0;
    const last = places.get(annotation.tool_call_range.end_call_id) ?? -1;
    for (const { call_id } of tool_calls.slice(first, last + 1)) phases.set(call_id, annotation[field]);
  }
  return phases;
}

/** What BorisAgentStudio does with a session without annotations: a phase for each category of tools. */
function plainRule({ tool_calls }: Session): Phases {
  return new Map(
    tool_calls.map(({ call_id, tool_name, tool_category, input }, place) => {
      const isLate = place >= tool_calls.length - 3;
      const checks = /tsc|test|check/i.test(tool_name) || /验证|检查/.test(input.description ?? '');
      if (/plan/i.test(tool_name)) return [call_id, 'plan'];
      if (tool_category === 'action') return [call_id, 'execute'];
      if (tool_category === 'perception') return [call_id, isLate && checks ? 'verify' : 'explore'];
      return [call_id, 'plan'];
    }),
  );
}

class Tally {
  private readonly counts = new Map<string, { agreed: number; calls: number }>();

  add(name: string, agrees: boolean): void {
    const { agreed, calls } = this.counts.get(name) ?? { agreed: 0, calls: 0 };
    this.counts.set(name, { agreed: agreed + (agrees ? 1 : 0), calls: calls + 1 });
  }

  print(): void {
    for (const [name, { agreed, calls }] of this.counts) {
      console.log(`${name}: ${agreed} of ${calls} calls (${((100 * agreed) / calls).toFixed(1)} %)`);
    }
  }
}

const files = process.argv.slice(2).flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name)),
);
const tally = new Tally();
const confusions = new Map<string, number>();
for (const file of files) {
  const { session } = parseSessionText(readFileSync(file, 'utf8'), file);
  // Only what an agent noted itself is a measure.
  if (session?.phase_annotations?.some(({ annotated_by }) => annotated_by === 'agent') !== true) continue;
  const annotations = inferPhases(session.tool_calls.map(toPhaseCall), session.completed_at);
  if (annotations.length === 0) continue;
  const told = spread(session.phase_annotations, session);
  const inferred = spread(annotations, session);
  const sure = spread(annotations, session, 'confidence');
  const plain = plainRule(session);
  for (const [id, phase] of told) {
    const agrees = inferred.get(id) === phase;
    tally.add('inferred', agrees);
    tally.add(`  of ${sure.get(id)} confidence`, agrees);
    tally.add('plain rule', plain.get(id) === phase);
    const confusion = `${phase} taken for ${inferred.get(id)}`;
    if (!agrees) confusions.set(confusion, (confusions.get(confusion) ?? 0) + 1);
  }
}
tally.print();
for (const [confusion, count] of [...confusions].sort(([, a], [, b]) => b - a)) console.log(`${count} × ${confusion}`);
