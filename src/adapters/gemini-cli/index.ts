import type { Adapter, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readJsonParts } from '../read/readJsonParts.ts';
import { readRecordStream } from '../read/readRecordStream.ts';
import { createGeminiConverter, type GeminiRecord } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

/** Sessions of Gemini CLI, with those of their subagents. */
export const geminiCli = {
  descriptor,
  detect,
  async *parse({ files }: Source, context: ParseContext) {
    for (const [source, file] of files.entries()) yield* readRecording(file, context, source);
  },
  createConverter: createGeminiConverter,
  knownRecords,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<GeminiRecord, IgnoreReason>;

const accepts = (value: object): boolean => ['id', '$set', '$rewindTo', 'sessionId'].some((name) => name in value);

async function* readRecording(
  file: SourceFile,
  context: ParseContext,
  source: number,
): AsyncGenerator<SourceItem<GeminiRecord>[]> {
  if (await isDocument(file)) yield* readJsonParts(file, { context, source, lists: ['messages'] });
  else yield* readRecordStream(file, { context, source, accepts });
}

/** Number of characters of a file that show which of the two it is. */
const HEAD_LENGTH = 65_536;

/** A document has its messages on its first line, or that line is no complete object. */
async function isDocument(file: SourceFile): Promise<boolean> {
  let head = '';
  const decoder = new TextDecoder();
  for await (const chunk of file.bytes()) {
    head += decoder.decode(chunk, { stream: true });
    if (head.length >= HEAD_LENGTH || head.trimStart().includes('\n')) break;
  }
  const [line = ''] = head.trimStart().split('\n', 1);
  if (!line.startsWith('{') || /^\{\s*"(?:\$|id")/.test(line)) return false;
  return line.includes('"messages"') || !line.trimEnd().endsWith('}');
}

/** A resumed session may begin with all messages of an older file, under their ids. */
async function* knownRecords(ancestor: SourceFile, context: ParseContext): AsyncGenerator<[string, string]> {
  let run = ancestor.name;
  for await (const batch of readRecording(ancestor, context, 0)) {
    for (const item of batch) {
      if (item.is !== 'record' || item.value.is === 'text') continue;
      const { value } = item.value;
      if (!isJsonObject(value)) continue;
      run = field.text(value, 'sessionId') ?? run;
      const id = field.text(value, 'id');
      if (id !== undefined) yield [id, run];
    }
  }
}
