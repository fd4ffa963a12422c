import {
  briefOf,
  type Chapter,
  chaptersOf,
  chapterWork,
  hasClock,
  indexSession,
  type SessionIndex,
} from '../replay/index.ts';
import { eventText, leadOf } from '../session/facts/eventText.ts';
import type { Session } from '../session/index.ts';
import { cutText } from '../session/text/lines.ts';
import { cleanText } from './harmlessText.ts';
import {
  briefList,
  causeOf,
  counted,
  durationOf,
  factTable,
  figure,
  markdownLine,
  type Page,
  removedWords,
  type SessionMarkdownOptions,
} from './sessionMarkdown.ts';

/** Most lines of a report. */
const mostLines = 400;
/** Most files and causes of failures that have a line of their own. */
const mostRows = { files: 40, failures: 20 } as const;
/** Lines that a chapter takes in full: heading, figures, answer, and the blanks between them. */
const chapterLines = 6;
/** Most characters quoted of a prompt in a heading, and of an answer. */
const most = { title: 140, answer: 400, path: 160 } as const;

/**
 * Writes a session as a Markdown report of at most 400 lines, in pieces: its facts, its brief, a chapter for each prompt with what was
 * done and answered, what changed in files, what went wrong. It says how much it leaves out. Texts of the log stay texts, as in
 * `sessionMarkdown`, which writes everything.
 */
export function* reportMarkdown(session: Session, options: SessionMarkdownOptions = {}): Generator<string> {
  const { redactor, outputLines = 20, prices } = options;
  const page: Page = { clean: (text) => cleanText(redactor?.mask(text) ?? text), outputLines, prices };
  const index = indexSession(session);
  const head = `# ${markdownLine(page, session.task_title)}\n\n${factTable(page, index)}${briefList(page, index)}`;
  const tail = `${changeTable(page, index)}${failureList(page, index)}`;
  yield head;
  yield chapterList(page, index, mostLines - linesOf(head) - linesOf(tail));
  yield tail;
}

function linesOf(text: string): number {
  return text.split('\n').length;
}

/** The chapters: each in full as long as there is room for all of the rest on a line each, then on a line, then counted. */
function chapterList(page: Page, index: SessionIndex, room: number): string {
  const chapters = chaptersOf(index);
  if (chapters.length === 0) return '';
  // The heading, a line for what is left out, and the blanks around them.
  const free = room - 8;
  const inFull = Math.max(0, Math.min(chapters.length, Math.floor((free - chapters.length) / (chapterLines - 1))));
  const full = chapters.slice(0, inFull).map((chapter) => chapterSection(page, index, chapter));
  const rest = chapters.slice(inFull);
  const short = rest.slice(0, Math.max(0, free - inFull * chapterLines));
  const left = rest.length - short.length;
  const lines = short.map((chapter) => {
    const figures = figuresOf(page, index, chapter);
    return `- **${chapter.index + 1}. ${titleOf(page, index, chapter)}** ${figures}`;
  });
  const more = left === 0 ? [] : [`- and ${counted(left, 'more chapter')}`];
  const list = [...lines, ...more].join('\n');
  return `## Chapters\n\n${full.join('')}${list === '' ? '' : `${list}\n\n`}`;
}

function chapterSection(page: Page, index: SessionIndex, chapter: Chapter): string {
  const answer = textAt(page, index, chapter.answer, most.answer);
  const title = `### ${chapter.index + 1}. ${titleOf(page, index, chapter)}`;
  return `${title}\n\n${figuresOf(page, index, chapter)}\n\n${answer === '' ? '' : `> ${answer}\n\n`}`;
}

function titleOf(page: Page, index: SessionIndex, chapter: Chapter): string {
  return textAt(page, index, chapter.prompt, most.title) || 'Before the first prompt';
}

/** The beginning of what was said, on one line. */
function textAt(page: Page, index: SessionIndex, at: number | undefined, length: number): string {
  const item = at === undefined ? undefined : index.items[at];
  // Masks before cutting: half a secret would match no rule.
  const text = item?.is === 'event' ? leadOf(page.clean(eventText(item.event))) : '';
  const cut = cutText(text, length);
  return markdownLine(page, cut.length < text.length ? `${cut}…` : cut);
}

function figuresOf(page: Page, index: SessionIndex, chapter: Chapter): string {
  const { files, added, removed, moreRemoved, wrong } = chapterWork(index, chapter);
  const { start, activeMs, calls } = chapter;
  const names = files.slice(0, 5).map(({ path }) => markdownLine(page, path.slice(path.lastIndexOf('/') + 1)));
  const changed = `+${added} ${removedWords({ removed, moreRemoved })} in ${names.join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`;
  return [
    ...(hasClock(index) ? [`at ${clockOf(start)}`, durationOf(activeMs)] : []),
    ...(calls.main + calls.inner === 0 ? [] : [`calls ${figure(calls)}`]),
    ...(files.length === 0 ? [] : [changed]),
    ...(wrong.length === 0 ? [] : [`${wrong.length} went wrong`]),
  ].join(' \u00b7 ');
}

/** `1:02:03`. */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Files by what was changed in them. */
function changeTable(page: Page, index: SessionIndex): string {
  const { changed } = briefOf(index);
  const { files, added } = changed;
  if (files.length === 0) return '';
  const rows = files.slice(0, mostRows.files).map((file) => {
    const path = markdownLine(page, cutText(file.path, most.path)).replaceAll('|', '&#124;');
    return `| ${path} | ${file.access} | +${file.added} | ${removedWords(file)} | ${file.items.length} |`;
  });
  const left = files.length - rows.length;
  const more = left === 0 ? '' : `and ${counted(left, 'more file')}\n\n`;
  return `## Changes\n\n${counted(files.length, 'file')}, +${added} ${removedWords(changed)}\n\n| File | | Added | Removed | Changes |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n\n${more}`;
}

/** Failures by their cause, with when each began. */
function failureList(page: Page, index: SessionIndex): string {
  const { broke } = briefOf(index);
  if (broke.length === 0) return '';
  const lines = broke.slice(0, mostRows.failures).map(({ cause, items, mended }) => {
    const first = index.items[items[0] ?? -1];
    const tool = first?.is === 'call' ? `${markdownLine(page, first.call.tool_name)}: ` : '';
    const when = hasClock(index) ? `, first at ${clockOf(index.starts[items[0] ?? -1] ?? 0)}` : '';
    const later = mended === 0 ? '' : `, ${mended} mended later`;
    return `- ${items.length}\u00d7 ${tool}${markdownLine(page, cutText(causeOf(cause), most.answer))}${when}${later}`;
  });
  const left = broke.length - lines.length;
  const more = left === 0 ? '' : `\n- and ${counted(left, 'more cause')}`;
  return `## Failures\n\n${lines.join('\n')}${more}\n`;
}
