import type { SourceRef } from '../session/index.ts';
import { defined } from './assemble/fields.ts';
import type { Assembly, ItemSink, SessionFacts, SessionSink, SubSessionFacts } from './assembly.ts';
import type { Adapter, Converter, JoinedRun, ParseContext, Source, SourceItem } from './contract.ts';

/**
 * Creates an assembly for the converter of a joined run whose session becomes the session `key` of the source. What the run says about
 * itself beyond the standard's fields goes into the extensions of the source's format, under `transcript`.
 */
export function hostAsSession(assembly: Assembly, key: string, { format, files }: JoinedRun): Assembly {
  let extensions: Record<string, unknown> = {};
  const describe = (facts: SessionFacts): void => {
    extensions = { ...extensions, ...facts.extensions };
    const hosted = Object.keys(extensions).length === 0 ? {} : { extensions: { transcript: extensions } };
    assembly.session(key, format).describe({ ...facts, ...hosted });
  };
  let hosted: SessionSink | undefined;
  const host = (sink: SessionSink): SessionSink => ({
    ...hostItems(sink, files),
    describe,
    annotate: (annotation) => sink.annotate(annotation),
    complete: () => sink.complete(),
    subSession: (nativeId) => {
      const sub = sink.subSession(nativeId, format);
      return { ...hostItems(sub, files), describe: (facts) => sub.describe(facts) };
    },
  });
  return {
    session() {
      // Requested each time, because records are accounted to the session requested last.
      const sink = assembly.session(key, format);
      hosted ??= host(sink);
      return hosted;
    },
    adopt: (session, attachments) => assembly.adopt(session, attachments),
    report: (diagnostic) => assembly.report(diagnostic),
  };
}

/**
 * Creates the converter of a joined run's own adapter, writing to a hosted assembly. It takes records whose positions count the files of
 * the whole source, and translates them into positions among the run's own files. `knownRecords` holds what older runs have said already.
 */
export function hostConverter<Raw, Reason extends string>(
  adapter: Pick<Adapter<Raw, Reason>, 'createConverter'>,
  hosted: Assembly,
  { files }: JoinedRun,
  names: readonly string[],
  knownRecords?: ReadonlyMap<string, string>,
): Converter<Raw, Reason> {
  const converter = adapter.createConverter(hosted, {
    names: files.map((index) => names[index] ?? ''),
    ...(knownRecords === undefined ? {} : { knownRecords }),
  });
  return {
    record: (value, ref) => converter.record(value, { ...ref, source: files.indexOf(ref.source) }),
    end: () => converter.end(),
  };
}

/** A run that a call of another run started, and the sub-session that it becomes. */
interface CalledRun {
  /** Key of the session that holds the call. */
  key: string;
  /** Native id of the sub-session that the run becomes. */
  nativeId: string;
  /** Native id of the call; absent where none is known. */
  triggeredBy?: string | undefined;
  agentType: string;
  description?: string | undefined;
}

/** Observes a joined run while it is converted. */
interface HostedRunListener {
  /** Facts that the run states about itself. */
  described(facts: SessionFacts): void;
  /** A message of the run. */
  said(message: Parameters<SessionSink['message']>[0]): void;
}

/**
 * Creates an assembly for the converter of a joined run that a call of this source started: its session becomes a sub-session of the call,
 * and its subagents become sub-sessions below that one. A sub-session has no phases, so annotations are dropped.
 */
export function hostInCall(
  assembly: Assembly,
  called: CalledRun,
  { format, files }: JoinedRun,
  ears: HostedRunListener,
): Assembly {
  const { key, nativeId, triggeredBy, agentType, description } = called;
  const innerId = (id: string): string => `${nativeId}/${id}`;
  let hosted: SessionSink | undefined;
  const host = (session: SessionSink): SessionSink => {
    const run = session.subSession(nativeId, format);
    run.describe({ triggeredBy, agentType, description });
    const items = hostItems(run, files);
    return {
      ...items,
      message(item) {
        ears.said(item);
        return items.message(item);
      },
      describe(facts) {
        ears.described(facts);
        run.describe(subSessionFacts(facts));
      },
      annotate: () => undefined,
      complete: () => undefined,
      subSession(id) {
        const sub = session.subSession(innerId(id), format);
        sub.describe({ parentNativeId: nativeId });
        return {
          ...hostItems(sub, files),
          describe: ({ parentNativeId, ...facts }) =>
            sub.describe({
              ...facts,
              parentNativeId: parentNativeId === undefined ? undefined : innerId(parentNativeId),
            }),
        };
      },
    };
  };
  return {
    session() {
      // Requested each time, because records are accounted to the session requested last.
      const session = assembly.session(key);
      hosted ??= host(session);
      return hosted;
    },
    adopt: (session, attachments) => assembly.adopt(session, attachments),
    report: (diagnostic) => assembly.report(diagnostic),
  };
}

/** Facts with the same name in both types; `inferred` names only such fields. */
const common = ['modelId', 'status', 'outcome', 'startedAt', 'endedAt', 'environment', 'parent'] as const;
const inferable: ReadonlySet<string> = new Set(['status', 'outcome', 'started_at', 'completed_at']);

function subSessionFacts(facts: SessionFacts): SubSessionFacts {
  const { title } = facts;
  return {
    ...Object.fromEntries(common.map((name) => [name, facts[name]])),
    agentId: facts.nativeId,
    extensions: { ...defined({ title }), ...facts.extensions },
    inferred: facts.inferred?.filter((name) => inferable.has(name)),
  };
}

/** Indices of the run's files in the source that it was joined to. */
type FileNumbers = readonly number[];

/** A sink for the items of a joined run, whose positions count the files of the whole source. */
function hostItems(sink: ItemSink, numbers: FileNumbers): ItemSink {
  const renumber = <Item extends { ref?: SourceRef | undefined }>(item: Item): Item =>
    item.ref === undefined ? item : { ...item, ref: { ...item.ref, source: numbers[item.ref.source] ?? 0 } };
  return {
    message: (item) => sink.message(renumber(item)),
    thinking: (item) => sink.thinking(renumber(item)),
    plan: (item) => sink.plan(renumber(item)),
    review: (item) => sink.review(renumber(item)),
    notice: (item) => sink.notice(renumber(item)),
    usage: (item) => sink.usage(renumber(item)),
    unknown: (item) => sink.unknown(renumber(item)),
    openCall: (call) => sink.openCall(renumber(call)),
    closeCall: (id, result) => sink.closeCall(id, renumber(result)),
    amendCall: (id, more) => sink.amendCall(id, more),
    reviseCall: (id, result) => sink.reviseCall(id, renumber(result)),
    amendText: (seq, text) => sink.amendText(seq, text),
    amendUsage: (seq, usage) => sink.amendUsage(seq, usage),
    amendNotice: (seq, more) => sink.amendNotice(seq, more),
    hasCall: (nativeId) => sink.hasCall(nativeId),
    abandon: (seqs) => sink.abandon(seqs),
  };
}

/** The records of a joined run, read by its own adapter; their locations count the files of the whole source. */
export async function* readJoinedRun<Raw>(
  adapter: Pick<Adapter<Raw>, 'parse'>,
  source: Source,
  { files }: JoinedRun,
  context: ParseContext,
): AsyncGenerator<SourceItem<Raw>[]> {
  const own = files.map((index) => source.files[index]).filter((file) => file !== undefined);
  for await (const batch of adapter.parse({ files: own }, context)) {
    yield batch.map((item) => ({ ...item, ref: { ...item.ref, source: files[item.ref.source] ?? 0 } }));
  }
}
