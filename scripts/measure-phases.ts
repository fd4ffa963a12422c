// Says how well inferred phases agree, call by call, with those that a reader saw (`tests/fixtures/phases`, over sessions of the
// corpus), and how many phases a session has.
// Usage: node scripts/measure-phases.ts [--list] [FOLDER…]
//   --list   names every stretch in which they differ
//   FOLDER   folders of STD-001 sessions, searched through: compares with what agents noted themselves, too
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapters, convertSource, toSession } from '../src/adapters/index.ts';
import { parseSessionText, type Session } from '../src/session/index.ts';

interface Labels {
  readonly source: string;
  readonly sha256: string;
  readonly format: string;
  readonly phases: readonly (readonly [first: string, last: string, phase: string])[];
}

const root = join(import.meta.dirname, '..');
const fixtures = join(root, 'tests/fixtures/phases');
const corpus = join(root, '../shared/corpus');

/** The session that the ETL makes of a file, with inferred phases even where it has some of its own. */
async function convert(format: string, name: string, text: Uint8Array): Promise<Session | undefined> {
  const adapter = adapters.find(({ descriptor }) => descriptor.id === format);
  if (adapter === undefined) throw new Error(`No adapter for ${format}.`);
  const file = {
    name,
    async *bytes() {
      yield text;
    },
  };
  const { sessions } = await convertSource(adapter, { files: [file] }, { annotate: 'auto' });
  return sessions[0] === undefined ? undefined : toSession(sessions[0].session);
}

function withoutPhases(bytes: Uint8Array, name: string): Uint8Array {
  const { session } = parseSessionText(new TextDecoder().decode(bytes), name);
  const { phase_annotations: _, ...rest } = session ?? {};
  return new TextEncoder().encode(JSON.stringify(rest));
}

type Range = readonly [first: string, last: string, phase: string];

const rangesOf = ({ phase_annotations = [] }: Session): Range[] =>
  phase_annotations.map(({ tool_call_range, phase_type }) => [
    tool_call_range.start_call_id,
    tool_call_range.end_call_id,
    phase_type,
  ]);

/** The phase of every call, by its position; `undefined` where none covers it. */
function spread(ranges: readonly Range[], { tool_calls }: Session): (string | undefined)[] {
  const callIndexes = new Map(tool_calls.map(({ call_id }, callIndex) => [call_id, callIndex]));
  const phases: (string | undefined)[] = Array(tool_calls.length).fill(undefined);
  for (const [start, end, phase] of ranges) {
    phases.fill(phase, callIndexes.get(start) ?? 0, (callIndexes.get(end) ?? -1) + 1);
  }
  return phases;
}

const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;

class Tally {
  private agreed = 0;
  private calls = 0;
  private wanted = 0;
  private found = 0;

  add(wanted: readonly Range[], found: readonly Range[], session: Session, name: string): void {
    const expected = spread(wanted, session);
    const inferred = spread(found, session);
    const differing = expected.flatMap((phase, callIndex) => (phase === inferred[callIndex] ? [] : [callIndex]));
    this.agreed += expected.length - differing.length;
    this.calls += expected.length;
    this.wanted += wanted.length;
    this.found += found.length;
    const figures = `${expected.length - differing.length} of ${expected.length} calls`;
    console.log(
      name.padEnd(22),
      `${figures} (${percent(expected.length - differing.length, expected.length)})`.padEnd(30),
      `${found.length} phases, ${wanted.length} labelled`,
    );
    if (!process.argv.includes('--list')) return;
    for (const callIndex of differing) {
      console.log(
        `    ${session.tool_calls[callIndex]?.call_id}: ${expected[callIndex]}, taken for ${inferred[callIndex]}`,
      );
    }
  }

  print(name: string): void {
    if (this.calls === 0) return;
    console.log(
      `${name}: ${this.agreed} of ${this.calls} calls (${percent(this.agreed, this.calls)}), ${this.found} phases, ${this.wanted} labelled\n`,
    );
  }
}

const byHand = new Tally();
for (const name of readdirSync(fixtures).filter((each) => each.endsWith('.json'))) {
  const { source, sha256, format, phases } = JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as Labels;
  const path = join(corpus, source);
  if (!existsSync(path)) {
    console.log(`${source}: not here, skipped`);
    continue;
  }
  const bytes = readFileSync(path);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    console.log(`${source}: not the file that was labelled, skipped`);
    continue;
  }
  const session = await convert(format, source, format === 'std001' ? withoutPhases(bytes, source) : bytes);
  if (session === undefined) throw new Error(`${source} gives no session.`);
  byHand.add(phases, rangesOf(session), session, name.replace('.json', ''));
}
byHand.print('By hand');

const files = process.argv
  .slice(2)
  .filter((each) => !each.startsWith('--'))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name)),
  );
const byAgents = new Tally();
const sizes: number[] = [];
for (const file of files) {
  const bytes = readFileSync(file);
  const { session } = parseSessionText(bytes.toString('utf8'), file);
  if (session === undefined) continue;
  const own = session.phase_annotations ?? [];
  if (own.every(({ annotated_by }) => annotated_by === 'auto')) {
    if (session.tool_calls.length > 20) sizes.push(own.length);
    continue;
  }
  // Only notes by the agent itself can serve as a reference.
  if (!own.some(({ annotated_by }) => annotated_by === 'agent')) continue;
  const inferred = await convert('std001', file, withoutPhases(bytes, file));
  if (inferred === undefined || (inferred.phase_annotations ?? []).length === 0) continue;
  byAgents.add(rangesOf(session), rangesOf(inferred), inferred, file.split('/').at(-1)?.slice(0, 20) ?? '');
}
byAgents.print('By agents');
if (sizes.length > 0) {
  sizes.sort((a, b) => a - b);
  const within = sizes.filter((count) => count >= 3 && count <= 12).length;
  console.log(
    `${sizes.length} sessions of more than 20 calls: ${sizes[Math.floor(sizes.length / 2)]} phases in the middle, ${sizes.at(-1)} at most, ${within} have 3 to 12`,
  );
}
