import type { PatchHunk } from '../../../session/index.ts';
import { field } from '../../read/jsonObject.ts';
import { counted, countLines } from './counted.ts';
import type { RawResult, ResultFields } from './rawResult.ts';
import { filePatch, patchSize, readHunks } from './readPatches.ts';
import { snakeFields } from './snakeFields.ts';

/** Texts of the call itself, and the file as it was before: neither is a result. */
const known = new Set([
  'type',
  'filePath',
  'oldString',
  'newString',
  'originalFile',
  'originalFileContents',
  'original_file',
  'updated_file',
  'new_source',
  'notebook_path',
  'structuredPatch',
  'content',
  'edits',
]);

/** The result of `Edit`, `MultiEdit`, `Write` and `NotebookEdit`: what became of the file. */
export function readEditResult({ call, text, twin }: RawResult): ResultFields {
  const input = call?.input ?? {};
  const path =
    field.text(twin ?? {}, 'filePath') ?? field.text(input, 'file_path') ?? field.text(input, 'notebook_path');
  const told = twin === undefined ? [] : readHunks(twin);
  const created = isCreated(twin === undefined ? undefined : field.text(twin, 'type'), text);
  const written = field.text(twin ?? {}, 'content') ?? field.text(input, 'content');
  const stamped = created && written !== undefined && written !== field.text(input, 'content');
  const hunks = told.length === 0 && stamped ? [wholeFile(written)] : told;
  const fields = snakeFields(twin, known);
  return {
    text,
    display: displayOf(told.length > 0 ? patchSize(told) : undefined, created, written),
    ...(path === undefined ? {} : { patches: [filePatch(path, created ? 'added' : 'modified', hunks)] }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** A new file that the CLI wrote otherwise than the call asked: the call's input does not tell it. */
function wholeFile(content: string): PatchHunk {
  const lines = content.replace(/\n$/, '').split('\n');
  return { old_start: 0, old_lines: 0, new_start: 1, new_lines: lines.length, lines: lines.map((line) => `+${line}`) };
}

/** `Write` says it in its twin; without one, in its text. */
function isCreated(type: string | undefined, text: string): boolean {
  return type === undefined ? text.startsWith('File created') : type === 'create';
}

function displayOf(size: string | undefined, created: boolean, written: string | undefined): string | undefined {
  if (size !== undefined) return size;
  if (written === undefined) return undefined;
  const lines = counted(countLines(written), 'line');
  return created ? `Created with ${lines}` : `Wrote ${lines}`;
}
