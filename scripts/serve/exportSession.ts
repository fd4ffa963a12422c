import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EmbeddedContent,
  mediaTypeOf,
  type PageParts,
  replayHtml,
  reportMarkdown,
} from '../../src/export/index.ts';
import type { Note, Prices, Session } from '../../src/session/index.ts';

/** Kinds of files that a session can be taken along as. */
export const exportKinds = ['html', 'md'] as const;

export type ExportKind = (typeof exportKinds)[number];

export const exportTypes: Readonly<Record<ExportKind, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

/** A page with more than this, in bytes, would not open in most browsers. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A converted session as one file, in pieces; undefined where it is too large for one. A page has the notes in it. */
export function exportSession(
  out: string,
  id: string,
  {
    kind,
    parts,
    prices,
    notes,
  }: { kind: ExportKind; parts: () => PageParts; prices: Prices | undefined; notes: readonly Note[] },
): Iterable<string> | undefined {
  const file = join(out, `${id}.json`);
  const contents = contentFiles(join(out, `${id}.content`));
  const size = [file, ...contents.map(({ path }) => path)].reduce((sum, path) => sum + statSync(path).size, 0);
  if (size > MOST_BYTES) return undefined;
  const session = JSON.parse(readFileSync(file, 'utf8')) as Session;
  if (kind === 'md') return reportMarkdown(session, { prices });
  const embedded = contents.map(
    ({ name, path }): EmbeddedContent => ({
      path: `${id}.content/${name}`,
      mediaType: mediaTypeOf(name),
      base64: readFileSync(path, 'base64'),
    }),
  );
  return replayHtml({ session, contents: embedded, prices, notes }, parts());
}

function contentFiles(folder: string): { name: string; path: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => ({ name, path: join(folder, name) }));
}
