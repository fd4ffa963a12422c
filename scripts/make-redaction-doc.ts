// Writes the table of rules into docs/redaction.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Evidence, secretRules } from '../src/redaction/index.ts';

const page = join(import.meta.dirname, '../docs/redaction.md');
const begin = '<!-- rules: made by scripts/make-redaction-doc.ts -->';
const end = '<!-- /rules -->';

const evidence: Readonly<Record<Evidence, string>> = {
  format: 'its own shape',
  context: 'what stands around it',
  guess: 'a name, and a value that looks like one',
};

/** The page with its table of rules regenerated. Throws where the page lacks the marks around the table. */
export function makeRedactionDoc(current: string): string {
  const from = current.indexOf(begin);
  const to = current.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/redaction.md lacks the lines ${begin} and ${end}.`);
  const rows = secretRules.map(
    (rule) => `| \`${rule.id}\` | ${rule.label} | ${shapeOf(rule.shape)} | ${evidence[rule.evidence]} |`,
  );
  const table = ['| Rule | Secret | Shape | Known by |', '| --- | --- | --- | --- |', ...rows];
  return `${current.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${current.slice(to)}`;
}

function shapeOf(shape: string): string {
  return `\`${shape.replaceAll('|', '\\|')}\``;
}

if (import.meta.main) writeFileSync(page, makeRedactionDoc(readFileSync(page, 'utf8')));
