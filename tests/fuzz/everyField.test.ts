import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../scripts/fuzz/fuzzInput.ts';
import { loadFuzzSources } from '../../scripts/fuzz/loadFuzzSources.ts';
import { adapters, convertSource, type SourceGroup } from '../../src/adapters/index.ts';
import { bytesOf } from '../helpers/sourceFiles.ts';

/** Values that throw when converted to text: by `String`, a template, or `join`. */
const hostile = '{"toString":1,"valueOf":1,"toJSON":1}';
const values = [hostile, `[${hostile}]`];

const formats = adapters.map(({ descriptor }) => descriptor.id);
const sources = await loadFuzzSources(formats, false);

/** The names of all fields in a file. */
function fieldsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/"(\w{1,40})":/g)].map(([, name]) => name ?? ''))];
}

const mark = '@@hostile@@';

/** The text with a mark, in quotes, as the value of all JSON fields of this name. */
function withMarkedField(text: string, name: string): string {
  const marked = (json: string): string | undefined => {
    if (!json.includes(`"${name}":`)) return undefined;
    try {
      return JSON.stringify(JSON.parse(json, (key, old: unknown) => (key === name ? mark : old)));
    } catch {
      return undefined;
    }
  };
  const lines = (): string =>
    text
      .split('\n')
      .map((line) => marked(line) ?? line)
      .join('\n');
  return marked(text) ?? lines();
}

async function faultsOf(group: SourceGroup): Promise<string[]> {
  const files = await Promise.all(group.files.map(bytesOf));
  const ancestors = await Promise.all((group.ancestors ?? []).map(bytesOf));
  const faults: string[] = [];
  for (const [index, bytes] of files.entries()) {
    const text = new TextDecoder().decode(bytes);
    for (const name of fieldsOf(text)) {
      const marked = withMarkedField(text, name);
      for (const value of values) {
        const changed = files.with(index, new TextEncoder().encode(marked.replaceAll(`"${mark}"`, value)));
        const source = sourceOf({ group, files: changed, ancestors }, Number.MAX_SAFE_INTEGER);
        const place = `${group.files[index]?.name} ${name}`;
        await convertSource(group.adapter, source).catch((error: Error) => faults.push(`${place}: ${error.stack}`));
      }
    }
  }
  return faults;
}

describe.each(formats)('%s', (format) => {
  it('accepts any field with a value that is no text without throwing', { timeout: 300_000 }, async () => {
    const faults: string[] = [];
    for (const group of sources.get(format) ?? []) faults.push(...(await faultsOf(group)));
    expect(faults).toEqual([]);
  });
});
