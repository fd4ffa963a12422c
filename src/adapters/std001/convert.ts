import {
  checkSession,
  type Diagnostic,
  diagnose,
  parseSession,
  type Session,
  type SessionShape,
  shapeOf,
} from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceHints, Verdict } from '../contract.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { Contents } from './contents.ts';
import type { PlacedItem, Std001Record } from './records.ts';
import { eventsAhead, referToFile, renameDuplicates, setAsideUnusable } from './repairs.ts';

export type IgnoreReason = 'unused_content';

type SessionRecord = Extract<Std001Record, { is: 'session' }>;

type Ending = Verdict<IgnoreReason>;

/** What the verdicts of a session's items depend on. */
interface Read {
  session: Session;
  shape: SessionShape;
  /** Number of events before those of the file. */
  ahead: number;
  contents: Contents;
}

/** Adopts every session as a whole; the records of its items only get verdicts. */
export function createConverter(
  assembly: Assembly,
  { hints }: { hints?: SourceHints },
): Converter<Std001Record, IgnoreReason> {
  let read: Read | undefined;

  const takeSession = ({ file, json, items, contents: beside }: SessionRecord): Ending => {
    read = undefined;
    const { session, diagnostics } = parseSession(json, { file, startedAt: hints?.startedAt });
    const shape = shapeOf(json);
    if (session === undefined || shape === undefined) return dropped(diagnostics, assembly);
    const own = items.filter(({ owner }) => owner === undefined);
    const contents = new Contents(beside);
    read = { session, shape, ahead: eventsAhead(session.events, own), contents };
    for (const diagnostic of diagnostics) assembly.report(diagnostic);
    reportUnusable(session, file, assembly);
    const placed = referToFile(session, items, contents);
    if (contents.missing > 0) {
      assembly.report(diagnose('missing-content', { at: { file }, actual: `${contents.missing} texts` }));
    }
    assembly.adopt(setAsideUnusable(renameDuplicates(placed)), contents.attachments);
    return 'converted';
  };

  return {
    record(record) {
      switch (record.is) {
        case 'session':
          return takeSession(record);
        case 'item':
          return itemVerdict(record.item, read);
        case 'content':
          return contentVerdict(record.name, read);
      }
    },
    end: () => undefined,
  };
}

/** The last error says why there is no session: it is part of the verdict, the others are reported before it. */
function dropped(diagnostics: readonly Diagnostic[], assembly: Assembly): Ending {
  const reason = diagnostics.findLast(({ severity }) => severity === 'error') ?? diagnose('not-a-session');
  for (const diagnostic of diagnostics) if (diagnostic !== reason) assembly.report(diagnostic);
  const { code, message, at, actual, expected } = reason;
  const place =
    at?.pointer === undefined || code === 'schema-violation'
      ? ''
      : ` At ${at.pointer}: ${actual ?? '?'}, expected ${expected ?? '?'}.`;
  return { dropped: code, message: `${message}${place}` };
}

/** The assembly reports on what it adopts, but not on annotations removed before, nor on duplicate ids. */
function reportUnusable(session: Session, file: string, { report }: Assembly): void {
  for (const { at, ...fault } of checkSession(session)) {
    if (fault.code === 'duplicate-id') report({ ...fault, at: { file, ...at } });
    if (!/^\/phase_annotations\/\d+\/tool_call_range/.test(at?.pointer ?? '')) continue;
    if (fault.code === 'backward-range' || fault.code === 'dangling-call-id') report({ ...fault, at: { file, ...at } });
  }
}

/** Converted if an item of the session refers to the file. */
function contentVerdict(name: string, read: Read | undefined): Ending {
  if (read === undefined) {
    return { dropped: 'missing-companion', message: 'The session of a content file is not among the files given.' };
  }
  return read.contents.used.has(name) ? 'converted' : { ignored: 'unused_content' };
}

/** Converted if the item became one of the session's own, unknown if it was kept unchanged. */
function itemVerdict({ list, index, owner, value }: PlacedItem, read: Read | undefined): Ending {
  if (read === undefined) return { dropped: 'not-a-session' };
  const { session, shape, ahead } = read;
  if (!isJsonObject(value)) return 'unknown';
  const inSub = owner?.list === 'sub_sessions';
  const known = (is: boolean): Ending => (is ? 'converted' : 'unknown');
  switch (list) {
    case 'tool_calls':
      return known(owner === undefined || inSub || shape === 'v2-embedded');
    case 'events': {
      const event = inSub ? session.sub_sessions[owner.index]?.events[index] : session.events[index + ahead];
      return known((owner === undefined || inSub) && event?.type !== 'unknown');
    }
    case 'phases':
      return known(owner === undefined && (shape === 'v2' || shape === 'v2-embedded'));
    case 'steps':
      return known(owner === undefined && shape === 'v1');
    case 'phase_annotations':
      return known(owner === undefined && 'tool_call_range' in value);
    case 'messages':
    case 'sub_sessions':
      return known(owner === undefined);
  }
}
