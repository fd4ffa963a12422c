// Measures how well context links agree with those that a reader drew: `tests/fixtures/links`, over sessions of the corpus.
// // Usage: node scripts/measure-links.ts [--list] (--list names every wrong and every missed link)
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContextBook } from '../src/adapters/assemble/contextBook.ts';
import { claudeCode } from '../src/adapters/claude-code/index.ts';
import { convertSource, toSession } from '../src/adapters/index.ts';
import { std001 } from '../src/adapters/std001/index.ts';
import { type ContextLink, contextLinks, indexSession, type SessionIndex } from '../src/replay/index.ts';
import type { Session } from '../src/session/index.ts';

interface Labels {
  readonly source: string;
  readonly sha256: string;
  readonly format: string;
  readonly calls: number;
  readonly heldOut: boolean;
  readonly links: readonly (readonly [string, string])[];
  readonly also: readonly (readonly [string, string])[];
}

const root = join(import.meta.dirname, '..');
const fixtures = join(root, 'tests/fixtures/links');
const corpus = join(root, '../shared/corpus');
const adapters = [claudeCode, std001];

class Score {
  private found = 0;
  private right = 0;
  private wanted = 0;
  private hit = 0;

  add(links: ReadonlySet<string>, wanted: ReadonlySet<string>, also: ReadonlySet<string>): void {
    const counted = [...links].filter((link) => !also.has(link));
    this.found += counted.length;
    this.right += counted.filter((link) => wanted.has(link)).length;
    this.wanted += wanted.size;
    this.hit += [...wanted].filter((link) => links.has(link)).length;
  }

  print(name: string): void {
    const percent = (part: number, of: number): string => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`);
    console.log(
      `${name.padEnd(24)} precision ${percent(this.right, this.found)} (${this.right} of ${this.found})`.padEnd(64),
      `recall ${percent(this.hit, this.wanted)} (${this.hit} of ${this.wanted})`,
    );
  }
}

async function indexOf({ source, format, sha256 }: Labels): Promise<SessionIndex | undefined> {
  const path = join(corpus, source);
  if (!existsSync(path)) {
    console.log(`${source}: not here, skipped`);
    return undefined;
  }
  const bytes = readFileSync(path);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    console.log(`${source}: not the file that was labelled, skipped`);
    return undefined;
  }
  const adapter = adapters.find(({ descriptor }) => descriptor.id === format);
  if (adapter === undefined) throw new Error(`No adapter for ${format}.`);
  const file = {
    name: source,
    async *bytes() {
      yield bytes;
    },
  };
  const { sessions } = await convertSource(adapter, { files: [file] });
  const [converted] = sessions;
  if (converted === undefined) throw new Error(`${source} gives no session.`);
  return indexSession(toSession(converted.session));
}

/** The links between the session's own calls: those inside subagents were not labelled. */
function linksOf(index: SessionIndex): Map<string, ContextLink> {
  const own = contextLinks(index).filter(({ to }) => index.items[to]?.run === 0);
  return new Map(own.map((link) => [`${index.items[link.from]?.id}>${index.items[link.to]?.id}`, link]));
}

/** The links that the ETL writes into phases, between calls by their ids. */
function writtenLinks({ tool_calls, events, environment }: Session): Set<string> {
  const book = new ContextBook(environment?.cwd);
  const said = events.filter((event) => event.type === 'message' && event.role !== 'assistant');
  const links = new Set<string>();
  for (const [callIndex, call] of tool_calls.entries()) {
    while (said[0] !== undefined && (said[0].seq ?? 0) < (call.seq ?? 0)) {
      const [event] = said.splice(0, 1);
      if (event?.type === 'message') book.give(event.text);
    }
    book.begin(callIndex);
    book.end(callIndex, call);
    for (const { from } of book.sourcesOf(callIndex)) links.add(`${tool_calls[from]?.call_id}>${call.call_id}`);
  }
  return links;
}

/** Results for subsets of the links, by reason and by confidence. */
const parts: Readonly<Record<string, (link: ContextLink) => boolean>> = {
  'only: file': ({ kinds }) => kinds.includes('file'),
  'only: file, quote': ({ kinds }) => kinds.includes('file') || kinds.includes('quote'),
  'only: words': ({ kinds }) => kinds.every((kind) => kind === 'words'),
  'only: strong': ({ strength }) => strength === 'strong',
  'only: strong, medium': ({ strength }) => strength !== 'weak',
};

const isListing = process.argv.includes('--list');
const all = new Score();
const heldOut = new Score();
const written = new Score();
const partial = Object.entries(parts).map(([name, takes]) => ({ name, takes, score: new Score() }));
for (const name of readdirSync(fixtures).filter((each) => each.endsWith('.json'))) {
  const labels = JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as Labels;
  const index = await indexOf(labels);
  if (index === undefined) continue;
  const found = linksOf(index);
  const wanted = new Set(labels.links.map((pair) => pair.join('>')));
  const also = new Set(labels.also.map((pair) => pair.join('>')));
  const score = new Score();
  written.add(writtenLinks(index.session), wanted, also);
  for (const each of [score, all, ...(labels.heldOut ? [heldOut] : [])]) each.add(new Set(found.keys()), wanted, also);
  score.print(name.replace('.json', ''));
  for (const { takes, score: part } of partial) {
    part.add(new Set([...found].filter(([, link]) => takes(link)).map(([ids]) => ids)), wanted, also);
  }
  if (!isListing) continue;
  for (const [link, { strength, kinds }] of found) {
    if (!wanted.has(link) && !also.has(link)) console.log(`  wrong   ${link} (${strength}, ${kinds.join(' ')})`);
  }
  for (const link of wanted) if (!found.has(link)) console.log(`  missed  ${link}`);
}
all.print('all');
heldOut.print('held out');
written.print('written by the ETL');
for (const { name, score } of partial) score.print(name);
