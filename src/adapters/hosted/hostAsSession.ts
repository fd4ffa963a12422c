import type { Assembly, SessionFacts, SessionSink } from '../assembly.ts';
import type { JoinedRun } from '../contract.ts';
import { hostItems } from './hostItems.ts';

/**
 * An assembly for the converter of a joined run whose session becomes the session `key` of the source. What the run
 * says of itself beyond the standard's fields stands in the extensions of the source's format, under `transcript`.
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
    subSession: (nativeId) => {
      const sub = sink.subSession(nativeId, format);
      return { ...hostItems(sub, files), describe: (facts) => sub.describe(facts) };
    },
  });
  return {
    session() {
      // Asked for each time: records are accounted to the session that was asked for last.
      const sink = assembly.session(key, format);
      hosted ??= host(sink);
      return hosted;
    },
    adopt: (session) => assembly.adopt(session),
    report: (diagnostic) => assembly.report(diagnostic),
  };
}
