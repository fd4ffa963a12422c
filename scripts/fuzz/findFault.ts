import { isDeepStrictEqual } from 'node:util';
import { type Conversion, convertSource, type SourceGroup, serializeSession } from '../../src/adapters/index.ts';
import { checkSession, type Diagnostic, parseSession, type Session } from '../../src/session/index.ts';
import { type FuzzInput, sourceOf } from './fuzzInput.ts';

/** A property that does not hold. */
export interface Fault {
  kind: 'throw' | 'account' | 'session' | 'round-trip' | 'chunks' | 'bounds';
  detail: string;
}

/** Converts an input twice, whole and in pieces of `chunkBytes`, and gives the first property that does not hold. */
export async function findFault(input: FuzzInput, chunkBytes: number): Promise<Fault | undefined> {
  try {
    const source = sourceOf(input, Number.MAX_SAFE_INTEGER);
    const conversion = await convert(source);
    const texts = conversion.sessions.map(({ session }) => [...serializeSession(session)].join(''));
    const fault = (await checkAccount(conversion, source)) ?? checkSessions(texts) ?? checkBounds(texts, input);
    return fault ?? checkChunks(texts, await convert(sourceOf(input, chunkBytes)));
  } catch (error) {
    return { kind: 'throw', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function convert({ adapter, ...source }: SourceGroup): Promise<Conversion> {
  return convertSource(adapter, source, { annotate: 'auto' });
}

async function checkAccount({ account }: Conversion, group: SourceGroup): Promise<Fault | undefined> {
  let items = 0;
  for await (const batch of group.adapter.parse(group, { report: () => undefined })) items += batch.length;
  const ignored = Object.values(account.ignored).reduce((sum, count) => sum + count, 0);
  const sum = account.converted + account.unknown + ignored + account.dropped;
  if (account.records === items && sum === items) return undefined;
  return { kind: 'account', detail: `${items} records were read, ${account.records} counted, ${sum} accounted for.` };
}

function checkSessions(texts: readonly string[]): Fault | undefined {
  for (const text of texts) {
    const json: unknown = JSON.parse(text);
    const { session, diagnostics } = parseSession(json);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const faults = session === undefined ? errors : [...errors, ...ownFaults(session)];
    if (faults.length > 0) return { kind: 'session', detail: JSON.stringify(faults.slice(0, 3)) };
    if (!isDeepStrictEqual(session, json)) {
      return { kind: 'round-trip', detail: JSON.stringify(diagnostics.slice(0, 3)) };
    }
  }
  return undefined;
}

/**
 * Faults of a session for which the kit is responsible. A source that is itself a session brings its own faults: of those, only unreported
 * errors count. A converted session must have none, reported or not, except that its clock may run backwards as in the log.
 */
function ownFaults(session: Session): Diagnostic[] {
  const { provenance } = session;
  const found = checkSession(session);
  if (provenance?.source_format !== 'std001') return found.filter(({ code }) => code !== 'time-order');
  const left = new Map(Object.entries(provenance.diagnostics));
  return found.filter(({ code, severity }) => {
    const expected = left.get(code) ?? 0;
    left.set(code, expected - 1);
    return severity === 'error' && expected <= 0;
  });
}

/** Limits far above what any sample needs, and linear in its size: an adapter that repeats records exceeds them. */
const ITEM_BYTES = 8;
const GROWTH = 40;
const FREE_BYTES = 256 * 1024;

function checkBounds(texts: readonly string[], { files }: FuzzInput): Fault | undefined {
  const given = files.reduce((sum, { length }) => sum + length, 0);
  const made = texts.reduce((sum, { length }) => sum + length, 0);
  const items = texts.reduce((sum, text) => sum + countItems(JSON.parse(text) as Session), 0);
  if (made <= FREE_BYTES + given * GROWTH && items <= 100 + given / ITEM_BYTES) return undefined;
  return { kind: 'bounds', detail: `${given} bytes became ${made} characters in ${items} items.` };
}

function countItems(session: Session): number {
  return [session, ...session.sub_sessions].reduce(
    (sum, run) => sum + run.tool_calls.length + run.events.length + 1,
    0,
  );
}

function checkChunks(texts: readonly string[], { sessions }: Conversion): Fault | undefined {
  const again = sessions.map(({ session }) => [...serializeSession(session)].join(''));
  const differs = again.findIndex((text, index) => text !== texts[index]);
  if (differs < 0 && again.length === texts.length) return undefined;
  return {
    kind: 'chunks',
    detail: `Session ${differs} of ${again.length} (${texts.length} before) came out otherwise.`,
  };
}
