import type { SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { convertLine, skipLine } from './convertLine.ts';
import { describeSession, describeSubSession, tellRest, tellTokens } from './describeThread.ts';
import type { IgnoreReason, RolloutVerdict } from './descriptor.ts';
import { tellContext } from './messages/tellContext.ts';
import { type RolloutLine, readRolloutLine } from './rolloutLine.ts';
import { createThread, type Origin, type Thread } from './thread.ts';
import { isSpawned, readThreadHeader, type ThreadHeader } from './threadHeader.ts';

/** A thread and where it stands: a session of its own, or a run within one. */
interface Placed {
  thread: Thread;
  /** Unique in the source. */
  id: string;
  /** Key of the session. */
  key: string;
  is: { session: SessionSink } | { sub: SubSessionSink };
  parent: Placed | undefined;
}

/**
 * Converts the files of a source one after the other. Where the first one is the thread at the root, the others are the
 * agents it started, directly or not; without it, each agent whose parent is missing stands for itself. A history that
 * was copied from a thread is left out where that thread tells it: in this source, or in an older one.
 */
export function createConverter(
  assembly: Assembly,
  { told = new Map() }: Pick<SourceOutline, 'told'> = {},
): Converter<unknown, IgnoreReason> {
  const files = new Map<number, Placed>();
  const byThread = new Map<string, Placed>();
  let current: { source: number; placed: Placed } | undefined;

  const place = (source: number, line: RolloutLine): Placed => {
    const header = readThreadHeader(headerOf(line) ?? {});
    const id = freeId(header.threadId ?? `file-${source + 1}`, byThread);
    const parent = parentOf(header, byThread, files.values().next().value);
    const placed = parent === undefined ? placeSession(id, header) : placeAgent(id, header, parent);
    byThread.set(id, placed);
    files.set(source, placed);
    return placed;
  };

  const placeSession = (id: string, header: ThreadHeader): Placed => {
    const session = assembly.session(id);
    return { thread: createThread(header, session), id, key: id, is: { session }, parent: undefined };
  };

  const placeAgent = (id: string, header: ThreadHeader, parent: Placed): Placed => {
    const sub = assembly.session(parent.key).subSession(id);
    return { thread: createThread(header, sub), id, key: parent.key, is: { sub }, parent };
  };

  /** The thread of a file, and whether this record is its header. */
  const enter = (ref: SourceRef, line: RolloutLine): { placed: Placed; begins: boolean } => {
    if (current?.source === ref.source) return { placed: current.placed, begins: false };
    const known = files.get(ref.source);
    const placed = known ?? place(ref.source, line);
    // Records are accounted to the session that was asked for last.
    assembly.session(placed.key);
    current = { source: ref.source, placed };
    return { placed, begins: known === undefined && headerOf(line) !== undefined };
  };

  const aboveOf = ({ thread, key, parent }: Placed): Placed | undefined => {
    const named = byThread.get(thread.header.parentId ?? '');
    return named?.key === key ? named : parent;
  };

  const describe = (placed: Placed): void => {
    const { thread, is } = placed;
    if ('session' in is) {
      describeSession(thread, is.session);
      return;
    }
    const above = aboveOf(placed);
    describeSubSession(thread, is.sub, above?.thread, above !== undefined && 'sub' in above.is ? above.id : undefined);
  };

  const isToldElsewhere = ({ thread, parent }: Placed): boolean => {
    const { copied, header } = thread;
    const from = copied.copiedFrom ?? header.forkedFromId ?? header.parentId;
    return parent !== undefined || (from !== undefined && (byThread.has(from) || told.has(from)));
  };

  return {
    record(raw, ref): RolloutVerdict {
      const line = readRolloutLine(raw);
      const { placed, begins } = enter(ref, line);
      const { thread } = placed;
      const at = line.is === 'enveloped' ? line.at : undefined;
      if (begins) return tellHeader(thread, placed.parent?.thread.header, { at, ref });
      if (line.is !== 'enveloped' || !thread.copied.isCopy(line)) return convertLine(thread, line, raw, { at, ref });
      if (isToldElsewhere(placed)) {
        skipLine(thread, line);
        return { ignored: 'copied_history' };
      }
      const verdict = convertLine(thread, line, raw, { at, ref });
      // What an agent was told to do stands behind what it inherited.
      delete thread.facts.task;
      return verdict;
    },
    describe() {
      for (const placed of files.values()) describe(placed);
    },
    end() {
      for (const placed of files.values()) {
        tellRest(placed.thread);
        if ('sub' in placed.is) tellTokens(placed.thread, aboveOf(placed)?.thread);
        describe(placed);
      }
    },
  };
}

function headerOf(line: RolloutLine): Readonly<Record<string, unknown>> | undefined {
  if (line.is === 'header') return line.payload;
  return line.is === 'enveloped' && line.type === 'session_meta' ? line.payload : undefined;
}

/** Two files may hold the same thread. */
function freeId(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let id = wanted;
  for (let copy = 2; taken.has(id); copy += 1) id = `${wanted}#${copy}`;
  return id;
}

/** The thread that started this one, if its file came before; else the root, if the source has it. */
function parentOf(
  header: ThreadHeader,
  known: ReadonlyMap<string, Placed>,
  first: Placed | undefined,
): Placed | undefined {
  const parent = header.parentId === undefined ? undefined : known.get(header.parentId);
  if (parent !== undefined) return parent;
  return first !== undefined && !isSpawned(first.thread.header) ? first : undefined;
}

/** Tells the system prompt, unless it is the parent's. The person's instructions wait: a message mostly tells them. */
function tellHeader(thread: Thread, above: ThreadHeader | undefined, origin: Origin): RolloutVerdict {
  const { baseInstructions } = thread.header;
  if (baseInstructions !== undefined && baseInstructions !== above?.baseInstructions)
    tellContext(thread, baseInstructions, origin, { role: 'system', origin: 'system' });
  return 'converted';
}
