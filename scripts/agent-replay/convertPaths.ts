import { type ConvertedSession, convertFiles, toSession } from '../../src/adapters/index.ts';
import type { EmbeddedContent } from '../../src/export/index.ts';
import { createRedactor } from '../../src/redaction/index.ts';
import type { Session } from '../../src/session/index.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { createSourceModes } from '../etl/sourceMode.ts';
import { embedContents } from './embedContents.ts';

/** A log, converted in memory. */
export interface ConvertedLog {
  session: Session;
  contents: readonly EmbeddedContent[];
  /** Permissions of a file that is made of it: nobody may read it who could not read the log. Absent: for its owner alone. */
  mode?: number;
}

/** Logs converted, and what could not be, each with its reason. */
export interface ConvertedPaths {
  logs: ConvertedLog[];
  refused: { name: string; because: string }[];
}

/** Converts whatever logs lie under paths. Files that are no logs are named with the reason; nothing throws for them. */
export async function convertPaths(paths: readonly string[], { redact }: { redact: boolean }): Promise<ConvertedPaths> {
  const { files, refused } = collectFiles(paths);
  const converted: ConvertedPaths = {
    logs: [],
    refused: refused.map(({ path, message }) => ({ name: path, because: message })),
  };
  const modeOf = createSourceModes();
  const pathsOf = (names: readonly string[]): string[] =>
    files.filter(({ name }) => names.includes(name)).map(({ path }) => path);
  const redactor = redact ? createRedactor() : undefined;
  for await (const outcome of convertFiles(files, { redactor, annotate: 'auto' })) {
    switch (outcome.is) {
      case 'source':
        converted.logs.push(
          ...outcome.conversion.sessions.map((session) => ({
            ...toLog(session),
            mode: modeOf(pathsOf(outcome.names)),
          })),
        );
        break;
      case 'side':
        converted.refused.push({ name: outcome.name, because: outcome.because });
        break;
      case 'unrecognised':
        converted.refused.push({ name: outcome.name, because: 'no format that the kit knows' });
        break;
      case 'failed':
        converted.refused.push({ name: outcome.names.join(', '), because: outcome.message });
    }
  }
  return converted;
}

function toLog({ session, contents }: ConvertedSession): ConvertedLog {
  const whole = toSession(session);
  return { session: whole, contents: embedContents(whole.session_id, contents) };
}
