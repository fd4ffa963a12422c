import type { CallItem, EventItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { type AnnotatedLink, annotatedLinks } from './annotatedLinks.ts';
import { type CallRole, callRole } from './callRole.ts';
import { inputTexts, outputTexts } from './callTexts.ts';
import { type Evidence, weighEvidence } from './evidence.ts';
import { createFileReaders, type FileReaders } from './fileReaders.ts';
import { LinkTable } from './linkTable.ts';
import { type PendingCall, PendingCalls } from './pendingCalls.ts';
import { changedLine, readRange } from './readRange.ts';
import { searchedFile } from './searchedFile.ts';
import { TextTrace } from './textTrace.ts';
import { annotationWorth, fileWorth } from './worth.ts';

/** What has been seen so far on the way through a session. */
interface Memory {
  readonly trace: TextTrace;
  readonly readers: FileReaders[];
  readonly pending: PendingCalls;
}

/** Finds the links of a session from its first item on, as far as it is asked to. */
export class LinkFinder {
  readonly links = new LinkTable();
  private readonly index: SessionIndex;
  private readonly annotated: readonly AnnotatedLink[];
  /** Given up at the end: it is by far the largest part. */
  private memory: Memory | undefined;
  private next = 0;
  private nextAnnotated = 0;

  constructor(index: SessionIndex) {
    this.index = index;
    this.memory = { trace: new TextTrace(index), readers: [], pending: new PendingCalls() };
    this.annotated = annotatedLinks(index);
  }

  /** Goes on until every link into items up to this one is found. */
  advanceTo(item: number): void {
    const { memory } = this;
    if (memory === undefined) return;
    const { items, starts } = this.index;
    for (; this.next <= item && this.next < items.length; this.next += 1) {
      takeResults(memory, starts[this.next] as number);
      const reached = items[this.next] as CallItem | EventItem;
      if (reached.is === 'event') memory.trace.give(reached);
      else this.takeCall(memory, reached);
    }
    if (this.next >= items.length) this.memory = undefined;
  }

  private takeCall(memory: Memory, item: CallItem): void {
    const role = callRole(item.call);
    const evidence = weighEvidence();
    if (role.uses) {
      takeReads(memory, item, role, evidence);
      const known = new Set(role.touches.filter(({ access }) => access === 'read').map(({ path }) => path));
      memory.trace.ask(
        item,
        inputTexts(item.call).filter((text) => !known.has(text)),
        evidence,
      );
      takeChanges(memory, item, role, evidence);
    }
    this.takeAnnotations(item.index, evidence);
    for (const { from, points, kinds } of evidence.verdict()) this.links.add(from, item.index, points, kinds);
    const end = this.index.ends[item.index] as number;
    if (role.contributes && end !== Number.POSITIVE_INFINITY) memory.pending.add({ item, role, end });
  }

  private takeAnnotations(to: number, evidence: Evidence): void {
    for (let link = this.annotated[this.nextAnnotated]; link !== undefined && link.to <= to; ) {
      if (link.to === to) evidence.add(link.from, 'annotation', annotationWorth);
      this.nextAnnotated += 1;
      link = this.annotated[this.nextAnnotated];
    }
  }
}

/** Whoever found lines of a file, or named it before anyone read it, contributed to its being read. */
function takeReads({ trace, readers }: Memory, item: CallItem, { touches }: CallRole, evidence: Evidence): void {
  const ofRun = readersOf(readers, item.run);
  for (const { path, access } of touches) {
    if (access !== 'read') continue;
    const isFound = trace.findPlaces(item, path, readRange(item.call), evidence);
    const isNew = !isFound && ofRun.lastReader(path, undefined) === undefined;
    trace.askFile(item, path, isNew ? evidence : undefined);
  }
}

/** Whoever read a file last contributed to its change, unless the lines changed tell which of its readers did. */
function takeChanges({ readers }: Memory, { call, run }: CallItem, { touches }: CallRole, evidence: Evidence): void {
  const ofRun = readersOf(readers, run);
  for (const { path, access } of touches) {
    if (access === 'read') continue;
    const quoted = ofRun.allReaders(path).filter((reader) => evidence.has(reader, 'quote'));
    const last = ofRun.lastReader(path, changedLine(call, path));
    const readersOfLines = quoted.length > 0 || last === undefined ? quoted : [last];
    for (const reader of readersOfLines) evidence.add(reader, 'file', fileWorth);
    if (access === 'created' || typeof call.input.params.content === 'string') ofRun.rewritten(path);
  }
}

/** Takes in what the calls that have ended by now brought into the conversation. */
function takeResults(memory: Memory, now: number): void {
  for (let ended = memory.pending.takeEnded(now); ended !== undefined; ended = memory.pending.takeEnded(now)) {
    takeResult(memory, ended);
  }
}

function takeResult({ trace, readers }: Memory, { item, role: { touches } }: PendingCall): void {
  const { call, run } = item;
  const texts = outputTexts(call);
  trace.show(item, texts);
  const searched = searchedFile(call);
  if (searched !== undefined) trace.showLineNumbers(item, texts, searched);
  for (const { path, access } of touches) {
    trace.showName(item, path);
    if (access === 'read') readersOf(readers, run).read(path, item.index, readRange(call));
  }
}

function readersOf(readers: FileReaders[], run: number): FileReaders {
  const known = readers[run] ?? createFileReaders();
  readers[run] = known;
  return known;
}
