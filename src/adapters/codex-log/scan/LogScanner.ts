import type { TextLine } from '../../read/readTextLines.ts';
import { buildEvent } from '../buildEvent.ts';
import type { LineFrame, LocatedEvent } from '../events.ts';
import { type Header, isBanner, readHeader, readStamp } from '../grammar/header.ts';
import { readExecOutcome } from '../grammar/readTool.ts';
import { type LogLine, splitLogLine, withoutFrame } from '../lines/logLine.ts';
import { addLine, beginBody, bodyLength, endsBlank, type OpenEvent, openEvent, openMarker } from './bodies.ts';
import { createLineQueue } from './createLineQueue.ts';
import { findFrame, readDirectory } from './findFrame.ts';
import { judgeMarker } from './judgeMarker.ts';
import { isTokenCount, type Marker, marker } from './markers.ts';
import { createNestedLog, createOwnLines } from './nestedLog.ts';
import { findPlainMarker, findStampedMarker, isPlanHead, isPlanLine } from './plainMarkers.ts';
import { ageOf, createPartState, createSessionState } from './sessionState.ts';

/** Number of lines to look ahead before one is judged, unless the log ends. */
const LOOKAHEAD = 64;
/** A log without a banner in this many bytes is part of a log. */
const START_BYTES = 64 * 1024;
/** Number of directories remembered, to separate them from text joined to them. */
const MAX_DIRECTORIES = 200;
/** A longer text is no command. */
const MAX_COMMAND_LINES = 5000;
/** `user` and the first line of the prompt. */
const PROMPT_LINES = 2;
/**
 * Codex's output may arrive in several pieces, but a pipe never splits one before this many bytes: a wrapper's prefix after fewer bytes
 * begins something new.
 */
const MIN_PIECE = 4096;

/**
 * Cuts the lines of a log into events. Each event reaches from its first byte to the first byte of the next one, so together they cover the
 * file. Memory: the open event, and the lines ahead.
 */
export class LogScanner {
  private readonly emit: (event: LocatedEvent) => void;
  private readonly queue = createLineQueue<LogLine>();
  /** The first lines, until their prefixes and colours are known. */
  private start: TextLine[] | undefined = [];
  private startBytes = 0;
  private frame: LineFrame | undefined;
  private state = createPartState('open');
  /** Where the last piece of output began, according to a wrapper. */
  private pieceAt: number | undefined;
  private readonly own = createOwnLines();
  /** The code fence around the log, in a document that contains it. */
  private fence: string | undefined;
  private finished = false;
  /** True until the first banner of a log that has one, and after the fence that ends it. */
  before = false;
  /** The event that is being read. */
  open: OpenEvent | undefined;
  private emitted = 0;
  private end = 0;

  constructor(emit: (event: LocatedEvent) => void) {
    this.emit = emit;
  }

  feed(lines: readonly TextLine[]): void {
    for (const line of lines) {
      this.end = line.byteOffset + line.byteLength;
      if (this.start === undefined) this.push(line);
      else {
        this.start.push(line);
        this.startBytes += line.byteLength;
      }
    }
    if (this.startBytes > START_BYTES) this.begin();
    while (this.start === undefined && this.queue.length > LOOKAHEAD) this.step();
  }

  finish(): void {
    this.begin();
    this.finished = true;
    while (this.queue.length > 0) this.step();
    this.close(this.end);
  }

  private begin(): void {
    if (this.start === undefined) return;
    const { frame, begun, stamped, fence } = findFrame(this.start);
    this.frame = frame;
    this.fence = fence;
    this.before = begun;
    this.state = createPartState(stamped ? 'stamped' : 'open');
    for (const line of this.start) this.push(line);
    this.start = undefined;
  }

  private push(line: TextLine): void {
    const dressed = withoutFrame(line, this.frame);
    this.own.add(dressed.text);
    if (dressed.from !== undefined) {
      dressed.fresh = this.pieceAt === undefined || line.byteOffset - this.pieceAt < MIN_PIECE;
      this.pieceAt = line.byteOffset;
    }
    this.queue.push(dressed);
  }

  private step(): void {
    const line = this.queue.at(0);
    if (line === undefined || this.goesOn(line) || this.endsDocument(line)) return;
    const header = this.headerAt(0);
    if (header !== undefined && this.takeHeader(header, line)) return;
    const found = header === undefined ? this.markerAt(0) : undefined;
    const judgement = found === undefined ? 'refused' : judgeMarker(found, this);
    if (found === undefined || judgement === 'refused') this.keep(line);
    else this.take(found, line, judgement === 'guessed');
  }

  /** The first line of what is open may arrive as a piece of its own. */
  get fresh(): boolean {
    return this.isFresh(0) && this.open !== undefined && bodyLength(this.open) > 0;
  }

  readonly isFresh = (index: number): boolean => {
    const line = this.queue.at(index);
    return line?.fresh === true && line.from === 'stderr';
  };

  readonly lineAt = (index: number): string | undefined => this.queue.at(index)?.text;

  private headerAt(index: number): Header | undefined {
    const line = this.queue.at(index);
    return line !== undefined && isBanner(line.text) ? readHeader((at) => this.lineAt(index + at)) : undefined;
  }

  readonly markerAt = (index: number): Marker | undefined => {
    const { calls, patched, era, lastAt } = this.state;
    const lineAt = index === 0 ? this.lineAt : (at: number): string | undefined => this.lineAt(index + at);
    if (index > 0 && this.headerAt(index) !== undefined) return marker('session', 'sure');
    const context = { lineAt, calls, patched, fresh: this.isFresh(index) };
    if (era === 'stamped') return findStampedMarker(context, lastAt);
    if (index === 0 && this.open?.kind === 'session' && lineAt(0) === 'user') return marker('user', 'sure');
    return findPlainMarker(context, era);
  };

  /** Whether a line continues the open event, whatever it says. */
  private goesOn(line: LogLine): boolean {
    const { open } = this;
    if (open === undefined) return false;
    if (line.from === 'stdout' && open.kind !== 'answer' && open.body.is !== 'head') return this.answer(line, false);
    switch (open.body.is) {
      case 'head':
        open.body.left -= 1;
        this.add(open, line);
        if (open.body.left <= 0) open.body = open.body.after;
        return true;
      case 'resultHead':
        this.add(open, line);
        if (readExecOutcome(line.text) !== undefined) this.endResultHead(open);
        return true;
      case 'command':
        return this.readCommand(open, line, 0);
      case 'diff':
        // A torn last line may have become part of the diff.
        if (open.body.reader.feed(line.text) || !line.ended) return this.add(open, line);
        open.body = { is: 'free', goesOn: false };
        return false;
      case 'patch':
        open.body.part = open.body.reader.feed(line.text);
        return open.body.part === 'inside' && this.add(open, line);
      case 'closing':
        return line.text !== '' && line.text === this.state.lastAnswer[0] && this.answer(line, false);
      case 'answer':
        return this.repeatAnswer(open, line);
      case 'cut':
        if (open.body.left <= 0) open.body = { is: 'spent' };
        return this.readNested(open, line);
      case 'spent':
        return false;
      case 'free':
        return open.kind === 'plan' && isPlanLine(open, this.state.era, this.lineAt) && this.add(open, line);
      case 'prose':
      case 'whole':
        return this.readNested(open, line);
      case 'preamble':
        return false;
    }
  }

  /** Whether a line belongs to the log shown in the open event. */
  private readNested(open: OpenEvent, line: LogLine): boolean {
    if (open.nested === undefined) return false;
    if (open.body.is === 'spent') {
      open.nested = undefined;
      return false;
    }
    const tokens = line.text === 'tokens used' && isTokenCount(this.lineAt(1));
    open.nested.see(bodyLength(open), { text: line.text, banner: this.headerAt(0) !== undefined, tokens });
    if (!open.nested.holds) open.nested = undefined;
    if (open.nested === undefined || (open.nested.mayEnd && endsBlank(open))) return false;
    return this.add(open, line);
  }

  /** Takes a header as the beginning of a session, or of a log shown in the open event; false if it is only text. */
  private takeHeader(header: Header, line: LogLine): boolean {
    const { open } = this;
    const is = open?.body.is;
    if (open === undefined || this.before || is === 'free' || is === 'spent' || is === 'closing') {
      return this.openSession(header, line);
    }
    if (open.fence > 0 || open.nested !== undefined) return false;
    if (is !== 'prose' && this.showsItself(header, open)) return this.add(open, line);
    const age = ageOf(header, this.state);
    if (open.body.is === 'prose' && age !== 'earlier') return this.openSession(header, line);
    const own = !this.state.calls.batch.some((script) => /\bcodex\b/i.test(script));
    if (open.body.is !== 'prose' && (line.from !== undefined || (age === 'later' && own))) {
      return this.openSession(header, line);
    }
    if (open.body.is === 'patch') return false;
    if (open.body.is !== 'cut') open.guessed = true;
    open.nested =
      open.body.is === 'prose'
        ? createNestedLog(bodyLength(open), [])
        : this.state.logFiles.enter(bodyLength(open), this.state.calls);
    return this.add(open, line);
  }

  /** Whether an output shows the log of its own session from here on; the beginning of another run differs. */
  private showsItself({ meta, lineCount }: Header, open: OpenEvent): boolean {
    if (meta.sessionId === undefined || meta.sessionId !== this.state.id) return false;
    const copy = this.own.follow(this.lineAt, lineCount + PROMPT_LINES, open.first.line);
    if (copy === undefined) return false;
    // Later readings of part of the file are recognised by its name.
    this.state.logFiles.enter(bodyLength(open), this.state.calls);
    open.nested = copy;
    return true;
  }

  private openSession(header: Header, line: LogLine): boolean {
    this.before = false;
    this.own.begin(line.line);
    this.state = createSessionState(header);
    this.take(marker('session', 'sure', { header }), line, false);
    return true;
  }

  private take(found: Marker, line: LogLine, guessed: boolean): void {
    const before = this.open;
    const body = beginBody(found, line.text, this.state, before);
    const open = openMarker(line, found, body, guessed);
    this.replace(open);
    const stamp = this.state.era === 'stamped' ? readStamp(line.text) : undefined;
    if (stamp !== undefined) this.state.lastAt = stamp.at;
    if (found.kind === 'execEnd') open.nested = this.state.logFiles.reenter(this.state.calls);
    if (open.nested !== undefined) open.guessed = true;
    if (found.kind === 'exec' && stamp !== undefined) {
      open.texts.pop();
      this.readCommand(open, line, line.text.length - stamp.rest.length + 'exec '.length);
    } else this.queue.shift();
  }

  /** Reads a line of a command, from `from` on; text joined to its directory stays in the queue. */
  private readCommand(open: OpenEvent, line: LogLine, from: number): boolean {
    if (open.body.is !== 'command') return false;
    const { reader, lines } = open.body;
    const at = reader.feed(line.text.slice(from));
    if (at === undefined && lines.length < MAX_COMMAND_LINES && !isResultAlone(line.text)) {
      lines.push(line.text.slice(from));
      return this.add(open, line);
    }
    const { directories, calls } = this.state;
    open.body = { is: 'free', goesOn: false };
    if (at === undefined) {
      open.guessed = true;
      calls.openExec(lines.join('\n'));
      return false;
    }
    calls.openExec([...lines, line.text.slice(from, from + at)].join('\n'));
    const { path, restAt } = readDirectory(line.text, from + at + ' in '.length, directories, this.lineAt(1));
    if (directories.size < MAX_DIRECTORIES) directories.add(path);
    if (restAt >= line.text.length) return this.add(open, line);
    const [head, tail] = splitLogLine(line, restAt, this.frame);
    open.texts.push(head.text);
    this.queue.replaceFirst(tail);
    return true;
  }

  private endResultHead(open: OpenEvent): void {
    const [first = '', ...rest] = open.texts;
    const words = [readStamp(first)?.rest ?? first, ...rest].join('\n');
    const { calls } = this.state;
    if (!calls.takeCommand(words.slice(0, readExecOutcome(words)?.start))) calls.takeExec();
    open.body = { is: 'whole' };
  }

  private answer(line: LogLine, guessed: boolean): boolean {
    const repeats = line.text === this.state.lastAnswer[0];
    const body = repeats ? ({ is: 'answer', next: 1 } as const) : ({ is: 'prose' } as const);
    this.replace(openEvent(line, 'answer', 'assistant', body, guessed));
    this.queue.shift();
    return true;
  }

  private repeatAnswer(open: OpenEvent, line: LogLine): boolean {
    if (open.body.is !== 'answer') return false;
    const { lastAnswer } = this.state;
    if (open.body.next >= lastAnswer.length) open.body = { is: 'free', goesOn: false };
    else if (line.text === lastAnswer[open.body.next]) open.body.next += 1;
    else open.body = { is: 'prose' };
    return open.body.is === 'answer' && this.add(open, line);
  }

  /** Keeps a line that begins nothing: in the open event, or else by itself. */
  private keep(line: LogLine): void {
    const { open } = this;
    const { era } = this.state;
    if (!this.before && isPlanHead(open, era, this)) {
      this.replace(openEvent(line, 'plan', 'plan_update', { is: 'free', goesOn: true }, true));
    } else if (open !== undefined && this.accepts(open, line)) {
      this.add(open, line);
      return;
    } else if (this.before) this.replace(openEvent(line, 'preamble', 'unknown', { is: 'preamble' }));
    else if (open?.body.is === 'closing' && !endsBlank(open)) {
      this.answer(line, true);
      return;
    } else if (era === 'whole' && line.text.startsWith('**')) {
      this.replace(openEvent(line, 'thinking', 'note', { is: 'prose' }, true));
    } else this.replace(openEvent(line, 'stray', 'unknown', { is: 'free', goesOn: true }));
    this.queue.shift();
  }

  private accepts(open: OpenEvent, { text }: LogLine): boolean {
    const { body } = open;
    if (text.trim() === '') return true;
    if (isWritten(open) && this.fresh) return false;
    if (body.is === 'spent') {
      // The version prints no more lines, but this log does.
      open.body = { is: 'cut', left: Number.POSITIVE_INFINITY };
      this.state.longOutputs = true;
    }
    if (body.is === 'closing') return false;
    if (body.is !== 'free') return true;
    // Reasoning has no heading since 0.118; after the files of a patch it is recognised by its title in bold.
    return body.goesOn && !(this.state.era === 'whole' && open.kind === 'toolEnd' && text.startsWith('**'));
  }

  /** Ends the log at the closing fence of its document: what follows belongs to the document. */
  private endsDocument(line: LogLine): boolean {
    const { open, fence } = this;
    if (fence === undefined || open === undefined || this.before || line.text.trimEnd() !== fence) return false;
    const { is } = open.body;
    const ended = is === 'closing' || (is === 'free' && open.kind === 'answer');
    if (!ended && (open.fence > 0 || !this.isLast())) return false;
    this.replace(openEvent(line, 'stray', 'unknown', { is: 'preamble' }));
    this.queue.shift();
    this.before = true;
    return true;
  }

  /** Whether nothing but blank lines follows. */
  private isLast(): boolean {
    if (!this.finished) return false;
    for (let index = 1; index < this.queue.length; index += 1) if (this.lineAt(index)?.trim() !== '') return false;
    return true;
  }

  private add(open: OpenEvent, line: LogLine): true {
    if (open.body.is === 'cut') open.body.left -= 1;
    addLine(open, line.text);
    this.queue.shift();
    return true;
  }

  private replace(open: OpenEvent): void {
    this.close(open.first.byteOffset);
    this.open = open;
  }

  private close(end: number): void {
    const { open } = this;
    if (open === undefined) return;
    if (open.kind === 'codex') this.state.lastAnswer = trimEnd(open.texts.slice(1));
    // A byte order mark belongs to the first event.
    const byteOffset = this.emitted === 0 ? 0 : open.first.byteOffset;
    this.emitted += 1;
    this.open = undefined;
    this.emit({
      event: buildEvent(open.type, open.texts),
      line: open.first.line,
      byteOffset,
      byteLength: end - byteOffset,
      ...(this.frame === undefined ? {} : { frame: this.frame }),
      ...(open.guessed ? { guessed: true } : {}),
    });
  }
}

/** Whether Codex writes the open event at once, so that a new piece of output cannot continue it. */
function isWritten(open: OpenEvent): boolean {
  switch (open.body.is) {
    case 'prose':
    case 'cut':
    case 'spent':
    case 'whole':
      return true;
    default:
      return false;
  }
}

function isResultAlone(text: string): boolean {
  return text.charCodeAt(0) === 0x20 && readExecOutcome(text)?.start === 0;
}

function trimEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
