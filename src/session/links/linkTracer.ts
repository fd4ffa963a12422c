import type { ToolCall } from '../schema/std001v31.ts';
import { type CallRole, changedLine, inputTexts, outputTexts, readRange, searchedFile } from './callContext.ts';
import { type Evidence, fileWorth } from './evidence.ts';
import { createFileReaders, type FileReaders } from './fileReaders.ts';
import { TextTrace, type TracedCall, type TraceOptions } from './textTrace.ts';

/** A call on the way through a session. */
export interface TracedItem extends TracedCall {
  readonly call: ToolCall;
}

/** Follows through a session what calls show and later ones use. Its memory is bounded, however long the session is. */
export class LinkTracer {
  private readonly trace: TextTrace;
  private readonly readers: FileReaders[] = [];

  constructor(options: TraceOptions) {
    this.trace = new TextTrace(options);
  }

  /** Takes in what a person or the system said to a run: what was given that way did not come from a call. */
  give(text: string, run: number): void {
    this.trace.give(text, run);
  }

  /** Gathers what speaks for links into a call, from what was taken in so far. */
  askFor(item: TracedItem, role: CallRole, evidence: Evidence): void {
    if (!role.uses) return;
    this.takeReads(item, role, evidence);
    const known = new Set(role.touches.filter(({ access }) => access === 'read').map(({ path }) => path));
    const texts = inputTexts(item.call).filter((text) => !known.has(text));
    this.trace.ask(item, texts, evidence);
    this.takeChanges(item, role, evidence);
  }

  /** Takes in what a call brought into the conversation. */
  show(item: TracedItem, { touches }: CallRole): void {
    const { call, run } = item;
    const texts = outputTexts(call);
    this.trace.show(item, texts);
    const searched = searchedFile(call);
    if (searched !== undefined) this.trace.showLineNumbers(item, texts, searched);
    for (const { path, access } of touches) {
      this.trace.showName(item, path);
      if (access === 'read') this.readersOf(run).read(path, item.index, readRange(call));
    }
  }

  /** Whoever found lines of a file, or named it before anyone read it, contributed to its being read. */
  private takeReads(item: TracedItem, { touches }: CallRole, evidence: Evidence): void {
    const ofRun = this.readersOf(item.run);
    for (const { path, access } of touches) {
      if (access !== 'read') continue;
      const isFound = this.trace.findPlaces(item, path, readRange(item.call), evidence);
      const isNew = !isFound && ofRun.lastReader(path, undefined) === undefined;
      this.trace.askFile(item, path, isNew ? evidence : undefined);
    }
  }

  /** Whoever read a file last contributed to its change, unless the lines changed tell which of its readers did. */
  private takeChanges({ call, run }: TracedItem, { touches }: CallRole, evidence: Evidence): void {
    const ofRun = this.readersOf(run);
    for (const { path, access } of touches) {
      if (access === 'read') continue;
      const quoted = ofRun.allReaders(path).filter((reader) => evidence.has(reader, 'quote'));
      const last = ofRun.lastReader(path, changedLine(call, path));
      const readersOfLines = quoted.length > 0 || last === undefined ? quoted : [last];
      for (const reader of readersOfLines) evidence.add(reader, 'file', fileWorth);
      if (access === 'created' || typeof call.input.params.content === 'string') ofRun.rewritten(path);
    }
  }

  private readersOf(run: number): FileReaders {
    const known = this.readers[run] ?? createFileReaders();
    this.readers[run] = known;
    return known;
  }
}
