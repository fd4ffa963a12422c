import { field, type JsonObject } from '../../read/jsonObject.ts';
import { counted, countLines } from './counted.ts';
import type { RawResult, ReadResult, ResultFields } from './rawResult.ts';
import { snakeFields } from './snakeFields.ts';

const known = new Set([
  'content',
  'filenames',
  'result',
  'results',
  'query',
  'url',
  'matches',
  'durationMs',
  'durationSeconds',
]);

/** The frame that all searching tools share: a text that is a search result, its counts, its own duration. */
function searchResult(display: (twin: JsonObject, raw: RawResult) => string | undefined): ReadResult {
  return (raw): ResultFields => {
    const { text, twin = {}, preview } = raw;
    const seconds = field.number(twin, 'durationSeconds');
    const durationMs = field.number(twin, 'durationMs') ?? (seconds === undefined ? undefined : seconds * 1000);
    const fields = { ...snakeFields(twin, known), ...(preview === undefined ? {} : { preview }) };
    return {
      text,
      contributes: 'search_result',
      display: display(twin, raw),
      ...(durationMs === undefined || durationMs < 0 ? {} : { durationMs: Math.round(durationMs) }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...(field.flag(twin, 'truncated') === true || twin.appliedLimit !== undefined ? { truncated: true } : {}),
    };
  };
}

export const readGrepResult = searchResult((twin, { text, call }) => {
  const files = field.number(twin, 'numFiles');
  switch (field.text(twin, 'mode') ?? field.text(call?.input ?? {}, 'output_mode')) {
    case 'content':
      return `Found ${counted(field.number(twin, 'numLines') ?? countLines(text), 'line')}`;
    case 'count':
      return `Found ${counted(field.number(twin, 'numMatches') ?? 0, 'match', 'matches')} in ${counted(files ?? 0, 'file')}`;
    default:
      return files === undefined ? undefined : `Found ${counted(files, 'file')}`;
  }
});

export const readGlobResult = searchResult((twin, { text }) => {
  const files = field.number(twin, 'numFiles') ?? (text === 'No files found' ? 0 : countLines(text));
  return `Found ${counted(files, 'file')}`;
});

export const readListResult = searchResult((_, { text }) => `Listed ${counted(countLines(text), 'line')}`);

export const readFetchResult = searchResult((twin) => {
  const bytes = field.number(twin, 'bytes');
  const status = [field.number(twin, 'code'), field.text(twin, 'codeText')].filter((each) => each !== undefined);
  return bytes === undefined ? undefined : `Received ${counted(bytes, 'byte')} (${status.join(' ')})`;
});

export const readWebSearchResult = searchResult((twin) => {
  if (twin.results === undefined) return undefined;
  const links = field.objects(twin, 'results').flatMap((result) => field.list(result, 'content'));
  return `Found ${counted(links.length, 'link')}`;
});

export const readToolSearchResult = searchResult((twin) => {
  const matches = field.list(twin, 'matches');
  return matches.length === 0 ? undefined : `Found ${counted(matches.length, 'tool')}`;
});
