import { createMemoryJson } from '../../adapters/assemble/itemStore.ts';
import {
  blobFile,
  convertFiles,
  detectFormat,
  type FileOutcome,
  readSample,
  type SourceFile,
} from '../../adapters/index.ts';
import { createRedactor } from '../../redaction/index.ts';
import type { Post } from '../createPiecePoster.ts';
import type { LoadFile, LoadRequest } from '../loadMessage.ts';
import { postConverted } from './postSession.ts';
import { readSession } from './readSession.ts';
import { createSourceContents } from './sourceContents.ts';

/** Tell of progress so often at most, in bytes. */
const progressBytes = 1024 * 1024;

/**
 * Reads session files and converts logs, whatever was given, and sends what comes of them. Nothing leaves the machine: the files are
 * read where they are. A file that cannot be read is named, and costs nothing else.
 */
export async function loadFiles({ files, redact }: LoadRequest, post: Post, signal?: AbortSignal): Promise<void> {
  let sessions = 0;
  const count = countBytes(files, post);
  const logs: SourceFile[] = [];
  for (const { name, blob } of files) {
    signal?.throwIfAborted();
    const file = blobFile(blob, name);
    if (!(await isSession(file))) {
      logs.push(file);
      continue;
    }
    const session = sessions++;
    const { sent, diagnostics } = await readSession(session, name, count(file).bytes(), post);
    if (sent) post({ is: 'complete', session, contents: [], diagnostics }, []);
    else post({ is: 'refused', file: { name, format: 'std001', because: diagnostics[0]?.message ?? '' } }, []);
  }
  const redactor = redact ? createRedactor() : undefined;
  const texts = createSourceContents(files);
  const stopped = signal === undefined ? {} : { signal };
  const stores = { ...texts.options, createItems: createMemoryJson };
  const options = { redactor, annotate: 'auto', ...stores, ...stopped } as const;
  for await (const outcome of convertFiles(logs.map(count), options)) {
    const converted = outcome.is === 'source' ? outcome.conversion.sessions : [];
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

async function isSession(file: SourceFile): Promise<boolean> {
  try {
    const { best } = detectFormat(await readSample(file.name, file.bytes()));
    return best?.adapter.descriptor.id === 'std001' && best.detection.role.is === 'primary';
  } catch {
    // Converting it says what is wrong.
    return false;
  }
}

function countBytes(files: readonly LoadFile[], post: Post): (file: SourceFile) => SourceFile {
  const totalBytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
  let readBytes = 0;
  let told = 0;
  return ({ name, bytes }) => ({
    name,
    bytes: async function* () {
      for await (const chunk of bytes()) {
        readBytes += chunk.length;
        // Detection and pointers read the first bytes of a file again.
        if (readBytes - told >= progressBytes) {
          told = readBytes;
          post({ is: 'progress', progress: { readBytes: Math.min(readBytes, totalBytes), totalBytes } }, []);
        }
        yield chunk;
      }
    },
  });
}

function refusedFiles(outcome: FileOutcome): { name: string; format: string | undefined; because: string }[] {
  switch (outcome.is) {
    case 'source': {
      const { names, format, conversion } = outcome;
      if (conversion.sessions.length > 0) return [];
      const because = conversion.diagnostics[0]?.message ?? 'It tells of no session.';
      return names.map((name) => ({ name, format, because }));
    }
    case 'side':
      return [{ name: outcome.name, format: outcome.format, because: outcome.because }];
    case 'unrecognised':
      return [{ name: outcome.name, format: undefined, because: 'No format that the kit knows.' }];
    case 'failed':
      return outcome.names.map((name) => ({ name, format: outcome.format, because: outcome.message }));
  }
}
