import { IdTable } from '../../src/adapters/idTable.ts';
import type { Item, StoredRange } from '../../src/adapters/index.ts';
import { type ItemNote, needsWhole, noteOfCall, noteOfEvent } from '../../src/replay/entryFigures.ts';
import { pathsNamed, type ToolCall } from '../../src/session/index.ts';
import { NumberColumn } from '../../src/session/numberColumn.ts';

const isNoted = 1;
const isTimed = 2;
const isBeginning = 4;
const isFailed = 8;
const isAnswer = 16;
/** Above the flags: 0 for an event, otherwise one more than the tool's position. */
const toolShift = 5;

/**
 * Notes of the items of a store by their `seq`, in columns of numbers: figures are worked out from them without parsing the items again.
 * Items of which more is needed have none.
 */
export class ItemNotes {
  private readonly starts = new NumberColumn('wide');
  private readonly lengths = new NumberColumn('wide');
  private readonly facts = new NumberColumn();
  private readonly paths = new NumberColumn();
  private readonly pathLists = new IdTable();
  private readonly tools: string[] = [];
  private readonly positions = new Map<string, number>();

  /** Notes an item, in place of what was noted of it before. */
  put(seq: number, item: Item): void {
    const note = isCall(item) ? noteOfCall(item) : noteOfEvent(item);
    if (note.seq !== seq || needsWhole(item)) {
      this.facts.set(seq, 0);
      return;
    }
    const flags =
      isNoted |
      (note.isTimed ? isTimed : 0) |
      (note.isBeginning ? isBeginning : 0) |
      (note.isFailed === true ? isFailed : 0) |
      (note.isAnswer ? isAnswer : 0);
    this.starts.set(seq, note.startMs);
    this.lengths.set(seq, note.lengthMs);
    this.facts.set(seq, flags | (this.positionOf(note.tool) << toolShift));
    if (isCall(item)) this.paths.set(seq, this.pathLists.add(JSON.stringify(pathsNamed(item))));
  }

  get(seq: number): ItemNote | undefined {
    const facts = this.facts.get(seq);
    if ((facts & isNoted) === 0) return undefined;
    const tool = this.tools[(facts >>> toolShift) - 1];
    return {
      seq,
      startMs: this.starts.get(seq),
      lengthMs: this.lengths.get(seq),
      isTimed: (facts & isTimed) !== 0,
      isBeginning: (facts & isBeginning) !== 0,
      isAnswer: (facts & isAnswer) !== 0,
      ...(tool === undefined ? {} : { tool, isFailed: (facts & isFailed) !== 0 }),
    };
  }

  /** The number of the list of paths that a noted call names; the same list has the same number. */
  pathListOf(seq: number): number {
    return this.paths.get(seq);
  }

  private positionOf(tool: string | undefined): number {
    if (tool === undefined) return 0;
    const known = this.positions.get(tool);
    if (known !== undefined) return known;
    const position = this.tools.push(tool);
    this.positions.set(tool, position);
    return position;
  }
}

function isCall(item: Item): item is ToolCall {
  return 'tool_name' in item;
}

/** Where an item lies whose JSON is in its final form, and its note. */
export class NotedRange implements StoredRange {
  readonly file: StoredRange['file'];
  readonly start: number;
  readonly length: number;
  private readonly seq: number;
  private readonly notes: ItemNotes;

  constructor({ file, start, length }: StoredRange, seq: number, notes: ItemNotes) {
    this.file = file;
    this.start = start;
    this.length = length;
    this.seq = seq;
    this.notes = notes;
  }

  get note(): ItemNote | undefined {
    return this.notes.get(this.seq);
  }

  /** See {@link ItemNotes.pathListOf}. */
  get pathList(): number {
    return this.notes.pathListOf(this.seq);
  }
}
