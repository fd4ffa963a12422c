import { type Content, convertSource, toSession } from '../../src/adapters/index.ts';
import { type EmbeddedContent, mediaTypeOf } from '../../src/export/index.ts';
import { createRedactor, type Redactor } from '../../src/redaction/index.ts';
import type { Session } from '../../src/session/index.ts';
import type { FoundSource } from '../etl/collected.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { detectSources, onlyRun } from '../etl/detectSources.ts';
import { buildReport, type EtlReport } from '../etl/etlReport.ts';
import { OutsideAdapterProxy, type OutsideAdapters, type OutsideConversion } from '../etl/outsideAdapters.ts';
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
  for (const source of detected.sources) {
    try {
      const { sessions, account, diagnostics: ofNoSession } = await convertInMemory(source, redactor, zone);
      const diagnostics = [...ofNoSession, ...sessions.flatMap((each) => each.diagnostics)];
      const figures = figuresOf(
        sessions.map(({ session }) => session),
        account,
        diagnostics,
      );
      results.push({ is: 'staged', source, figures, sessions: [], diagnostics });
      const mode = modeOf(source.files.map((file) => file.path));
      for (const each of sessions) logs.push({ ...toLog(each), mode });
    } catch (error) {
      results.push(failedResult(source, error));
    }
  }
  const report = buildReport({ collected, detected, results, published: [] });
  return { logs, report: redactor?.maskJson(report) ?? report };
}

async function convertInMemory(
  source: FoundSource,
  redactor: Redactor | undefined,
  zone: string | undefined,
): Promise<OutsideConversion> {
  const { adapter } = source;
  if (adapter instanceof OutsideAdapterProxy) return adapter.convert(source, zone);
  const { sessions, ...rest } = await convertSource(
    adapter,
    { ...source, hints: { zone } },
    { redactor, annotate: 'auto' },
  );
  return { ...rest, sessions: sessions.map(({ session, ...own }) => ({ ...own, session: toSession(session) })) };
}

function toLog({ session, contents }: OutsideConversion['sessions'][number]): ConvertedLog {
  return { session, contents: embedContents(session.session_id, contents) };
}
