import {
  type Adapter,
  type AssembledSession,
  blobFile,
  type ConvertedSession,
  convertSources,
  createMemoryJson,
  findSources,
  type PassedFile,
  type Readable,
  type SourceFile,
  type SourceGroup,
  type SourceOutcome,
} from '../../adapters/index.ts';
import { createRedactor } from '../../redaction/index.ts';
import { jsonPieces, type Post, postPieces } from '../createPiecePoster.ts';
import type { LoadFile, LoadRequest, RefusedFile } from '../loadMessage.ts';
import { readSession } from '../readSession.ts';
import { createSourceContents } from './sourceContents.ts';

/** Bytes between two reports of progress, at least. */
const progressBytes = 1024 * 1024;

/**
 * Reads session files, converts logs, and sends the sessions. Nothing leaves the machine: the files are read where they are. A file that
 * cannot be read is reported, and the others are still loaded.
 */
export async function loadFiles(
  { files, redact }: LoadRequest,
  post: Post,
  { adapters, signal }: { adapters?: readonly Adapter[] | undefined; signal?: AbortSignal } = {},
): Promise<void> {
  const found = await findSources(
    files.map(({ name, blob }) => blobFile(blob, name)),
    { adapters, signal },
  );
  for (const passed of found.passed) post({ is: 'refused', file: refusedFile(passed) }, []);
  let sessions = 0;
  const count = countBytes(files, post);
  const sources = found.sources.map((source) => ({ ...source, files: source.files.map(count) }));
  for (const { name, bytes } of sources.filter(isSession).flatMap((source) => source.files)) {
    signal?.throwIfAborted();
    const session = sessions++;
    const { sent, diagnostics } = await readSession(session, name, bytes(), post);
    if (sent) post({ is: 'complete', session, contents: [], diagnostics }, []);
    else post({ is: 'refused', file: { name, format: 'std001', because: diagnostics[0]?.message ?? '' } }, []);
  }
  const texts = createSourceContents(files);
  const stopped = signal === undefined ? {} : { signal };
  const stores = { ...texts.options, createItems: createMemoryJson };
  const logs = sources.filter((source) => !isSession(source));
  // The rules take as long to make ready as a thousand calls take to read.
  const redactor = redact && logs.length > 0 ? createRedactor() : undefined;
  const options = { redactor, annotate: 'auto', ...stores, ...stopped } as const;
  for await (const outcome of convertSources(logs, options)) {
    const converted = outcome.is === 'converted' ? outcome.conversion.sessions : [];
    const contents = await texts.take(converted.map(({ session }) => `${session.head.session_id}.content`));
    for (const [index, each] of converted.entries()) {
      const session = sessions++;
      post({ is: 'begin', session }, []);
      postConverted(session, each, post);
      const own = contents[index] ?? [];
      const moved = own.flatMap((content) => ('bytes' in content ? [content.bytes.buffer] : []));
      post({ is: 'complete', session, contents: own, diagnostics: each.diagnostics }, moved);
    }
    for (const file of refusedFiles(outcome)) post({ is: 'refused', file }, []);
  }
  post({ is: 'end' }, []);
}

/** Whether a source is a session of the standard: each is one file, which is read rather than converted. */
function isSession({ adapter }: SourceGroup): boolean {
  return adapter.descriptor.id === 'std001';
}

function countBytes(files: readonly LoadFile[], post: Post): (file: SourceFile) => SourceFile {
  const totalBytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
  let readBytes = 0;
  let reported = 0;
  return ({ name, bytes, range }) => ({
    name,
    range,
    bytes: async function* () {
      for await (const chunk of bytes()) {
        readBytes += chunk.length;
        // Facts of a file that a converter did not read to its end come from reading it again.
        if (readBytes - reported >= progressBytes) {
          reported = readBytes;
          post({ is: 'progress', progress: { readBytes: Math.min(readBytes, totalBytes), totalBytes } }, []);
        }
        yield chunk;
      }
    },
  });
}

function refusedFile(passed: PassedFile): RefusedFile {
  const { name } = passed.file;
  switch (passed.is) {
    case 'side':
      return { name, format: passed.format, because: passed.because };
    case 'left-out':
      return { name, format: passed.format, because: 'The main file of its run is not among the files.' };
    case 'unrecognised':
      return { name, format: undefined, because: passed.because ?? 'No format that the kit knows.' };
    case 'unreadable':
      return { name, format: undefined, because: passed.message };
  }
}

/** The files of a source that gave no session. */
function refusedFiles(outcome: SourceOutcome<SourceGroup>): RefusedFile[] {
  if (outcome.is === 'converted' && outcome.conversion.sessions.length > 0) return [];
  const because =
    outcome.is === 'failed'
      ? outcome.message
      : (outcome.conversion.diagnostics[0]?.message ?? 'It records no session.');
  const format = outcome.source.adapter.descriptor.id;
  return outcome.source.files.map(({ name }) => ({ name, format, because }));
}

/** Sends a session as a conversion makes it. */
function postConverted(session: number, { session: assembled }: ConvertedSession, post: Post): void {
  const json = (list: Iterable<Readable<unknown>>) => jsonPieces(list, (each) => each.json());
  const { head, phases, calls, events, subSessions }: AssembledSession = assembled;
  const annotations = [...phases()];
  const fields = annotations.length === 0 ? head : { ...head, phase_annotations: annotations };
  postPieces(session, post, fields, [
    ['tool_calls', json(calls())],
    ['events', json(events())],
    ['sub_sessions', json(subSessions())],
  ]);
}
