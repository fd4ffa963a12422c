import { type Content, convertSources } from '../../src/adapters/index.ts';
import { type EmbeddedContent, mediaTypeOf } from '../../src/export/index.ts';
import { createRedactor } from '../../src/redaction/index.ts';
import type { Session } from '../../src/session/index.ts';
import type { FoundSource } from '../etl/collected.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { convertInMemory, type MemoryConversion } from '../etl/convertInMemory.ts';
import { detectSources, onlyRun } from '../etl/detectSources.ts';
import { buildReport, type EtlReport } from '../etl/etlReport.ts';
import { OutsideAdapterProxy, type OutsideAdapters } from '../etl/outsideAdapters.ts';
import { createSourceModes } from '../etl/sourceMode.ts';
import { failedResult, figuresOf, type SourceResult } from '../etl/sourceResult.ts';

/** Maximum bytes of contents embedded in one page; contents beyond that are named there, but cannot be opened. */
const mostBytes = 20 * 1024 * 1024;

/** The contents set aside from a session, for its page: the smallest first, as many as fit. */
function embedContents(sessionId: string, contents: readonly Content[]): readonly EmbeddedContent[] {
  let room = mostBytes;
  return contents
    .toSorted((a, b) => a.bytes.length - b.bytes.length)
    .flatMap(({ name, bytes }) => {
      room -= bytes.length;
      if (room < 0) return [];
      return [
        {
          path: `${sessionId}.content/${name}`,
          mediaType: mediaTypeOf(name),
          base64: Buffer.from(bytes).toString('base64'),
        },
      ];
    });
}

/** A log, converted in memory. */
export interface ConvertedLog {
  session: Session;
  contents: readonly EmbeddedContent[];
  /** Permissions for files made of it: nobody who could not read the log may read them. Absent: the owner alone. */
  mode?: number;
}

/** Converted logs, and what became of every file and every record. */
interface ConvertedPaths {
  logs: ConvertedLog[];
  /** The report, as of a run that writes sessions; nothing is published. */
  report: EtlReport;
}

interface ConvertPathsOptions {
  redact: boolean;
  /** Adapter id; absent: detected file by file. */
  format?: string | undefined;
  /** Zone of times that a log writes without one. @default UTC */
  zone?: string | undefined;
  /** Path of a run's main file: that run alone is converted, and the others are looked at for what it shares with them. */
  only?: string | undefined;
  /** Outside adapters, asked beside the kit's own. @default none */
  outside?: OutsideAdapters | undefined;
}

/** Converts the logs below the paths in memory. Files that are no logs are reported; nothing throws for them. */
export async function convertPaths(
  paths: readonly string[],
  { redact, format, zone, only, outside }: ConvertPathsOptions,
): Promise<ConvertedPaths> {
  const found = collectFiles(paths, undefined, { companions: true, outside: outside?.adapters });
  const known = await detectSources(found.files, format, new Map(), outside?.adapters);
  const { collected, detected } = onlyRun(found, known, only);
  const redactor = redact ? createRedactor() : undefined;
  const modeOf = createSourceModes();
  const logs: ConvertedLog[] = [];
  const results: SourceResult[] = [];
  const convert = (source: FoundSource): Promise<MemoryConversion> =>
    source.adapter instanceof OutsideAdapterProxy
      ? source.adapter.convert(source, zone)
      : convertInMemory(source, { redactor, zone });
  for await (const outcome of convertSources(detected.sources, convert)) {
    const { source } = outcome;
    if (outcome.is === 'failed') {
      results.push(failedResult(source, outcome.error));
      continue;
    }
    results.push(convertedResult(source, outcome.result));
    const mode = modeOf(source.files.map((file) => file.path));
    for (const each of outcome.result.sessions) logs.push({ ...toLog(each), mode });
  }
  const report = buildReport({ collected, detected, results, published: [] });
  return { logs, report: redactor?.maskJson(report) ?? report };
}

/** The result of a source whose sessions are kept in memory: none of them is staged. */
function convertedResult(
  source: FoundSource,
  { sessions, account, diagnostics: ofNone }: MemoryConversion,
): SourceResult {
  const diagnostics = [...ofNone, ...sessions.flatMap((each) => each.diagnostics)];
  const made = sessions.map(({ session }) => session);
  return { is: 'staged', source, figures: figuresOf(made, account, diagnostics), sessions: [], diagnostics };
}

function toLog({ session, contents }: MemoryConversion['sessions'][number]): ConvertedLog {
  return { session, contents: embedContents(session.session_id, contents) };
}
