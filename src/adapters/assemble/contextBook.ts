import {
  type ContextReference,
  type FileTouch,
  type PhaseAnnotation,
  type ToolCall,
  touchesOf,
} from '../../session/index.ts';
import {
  callRole,
  contextTypeOf,
  contextTypeOfPath,
  handedFile,
  INFERRED_CONTEXT,
  LinkEvidence,
  LinkTracer,
  NumberColumn,
  reasonBit,
  strengthOf,
} from '../../session/internal.ts';
import { firstLine } from './firstLine.ts';

/** Maximum number of words and lines remembered per session, however long: 3 MB. */
const MOST_SLOTS = 1 << 16;
/** Number of bytes of a text that are examined: most texts are shorter, and the beginning of a longer one is enough. */
const LONGEST_TEXT = 1536;
/** Maximum length of each list in a phase. */
const MOST_REFERENCES = 12;
const MOST_SUMMARY = 120;

/** Strengths as stored in a column. */
const MEDIUM = 1;
const STRONG = 2;

const FILE = reasonBit('file');
/** The run that the phases belong to. */
const MAIN = 0;

/**
 * What the calls of a run used of each other, inferred as they end: each call is first checked for where its input comes from, then its
 * output is added. Stores a few numbers per link, so that it does not matter where the calls themselves are kept. Call indices count from
 * 0.
 */
export class ContextBook {
  /** Undefined once no call is expected any more: it is most of what a book holds. */
  private tracer: LinkTracer | undefined;
  /** Starts and ends of calls, by call index, in one sequence. */
  private readonly begun = new NumberColumn();
  private readonly ended = new NumberColumn();
  private order = 0;
  /** The links into a call are adjacent: where they start, and how many. */
  private readonly firsts = new NumberColumn();
  private readonly counts = new NumberColumn('narrow');
  private readonly sources = new NumberColumn();
  private readonly strengths = new NumberColumn('narrow');
  private readonly kinds = new NumberColumn('narrow');
  private linkCount = 0;
  /** By call index: the index in `paths` of the file that a call reads or changes first, 0 if it names none; `reads` is 1 if it reads it. */
  private readonly files = new NumberColumn();
  private readonly reads = new NumberColumn('narrow');
  private readonly paths: string[] = [''];
  private readonly pathNumbers = new Map<string, number>();
  /** By call: the other files, if it reads several. */
  private readonly otherFiles = new Map<number, readonly string[]>();
  /** By call index: 1 if a call says nothing about its contribution; 2 if a later one used something of it nevertheless. */
  private readonly silent = new NumberColumn('narrow');

  constructor(cwd?: string) {
    this.tracer = new LinkTracer({
      cwd,
      mostSlots: MOST_SLOTS,
      longestText: LONGEST_TEXT,
      words: false,
      isTogether: (...two) => this.isTogether(...two),
    });
  }

  /** What a person or the system says does not come from a call. */
  give(text: string): void {
    this.tracer?.give(text, MAIN);
  }

  begin(callIndex: number): void {
    this.order += 1;
    this.begun.set(callIndex, this.order);
  }

  /** Adds a call that has its result. */
  end(callIndex: number, call: ToolCall): void {
    const item = { index: callIndex, run: MAIN, call };
    const role = callRole(call);
    const evidence = new LinkEvidence();
    this.tracer?.askFor(item, role, evidence);
    this.firsts.set(callIndex, this.linkCount);
    for (const { from, points, kinds } of evidence.supported()) {
      const strength = strengthOf(points);
      if (strength !== 'weak' && !this.isTogether(from, callIndex))
        this.link(callIndex, from, strength === 'strong', kinds);
    }
    if (role.contributes) this.tracer?.show(item, role);
    const handed = role.touches.length === 0 ? handedFile(call) : undefined;
    const touch = handed === undefined ? role.touches[0] : ({ path: handed, access: 'read' } as const);
    if (touch !== undefined) this.noteFile(callIndex, touch);
    if (role.touches.length > 1 && touch?.access === 'read') this.noteOthers(callIndex, role.touches.slice(1));
    if (call.context_contribution === undefined) this.silent.set(callIndex, 1);
    this.order += 1;
    this.ended.set(callIndex, this.order);
  }

  /** Expects no further call. */
  close(): void {
    this.tracer = undefined;
  }

  /** The calls that a call used something of, best first, each with its strength and the kinds of reasons as bits. */
  *sourcesOf(callIndex: number): Generator<{ from: number; strength: number; kinds: number }> {
    const start = this.firsts.get(callIndex);
    for (let link = start; link < start + this.counts.get(callIndex); link += 1) {
      yield { from: this.sources.get(link), strength: this.strengths.get(link), kinds: this.kinds.get(link) };
    }
  }

  /** Whether a later call used something of a call that does not state its contribution. */
  isSilentSource(callIndex: number): boolean {
    return this.silent.get(callIndex) === 2;
  }

  /** A phase with what its calls used; unchanged if it states that itself, or if its calls used nothing. */
  withContext(
    phase: PhaseAnnotation,
    callAt: (callIndex: number) => ToolCall | undefined,
    callIndexOf: CallIndexOf,
  ): PhaseAnnotation {
    const first = callIndexOf(phase.tool_call_range.start_call_id);
    const last = callIndexOf(phase.tool_call_range.end_call_id);
    if (phase.context_used !== undefined || first === undefined || last === undefined) return phase;
    const context_used = this.referencesOf(first, last, callAt);
    if (context_used.length === 0) return phase;
    return { ...phase, context_used, inferred: [...(phase.inferred ?? []), INFERRED_CONTEXT] };
  }

  private referencesOf(
    first: number,
    last: number,
    callAt: (callIndex: number) => ToolCall | undefined,
  ): ContextReference[] {
    const used = this.usedBy(first, last);
    const best = [...used].sort(([a, one], [b, other]) => other.strength - one.strength || b - a);
    const references = new Map<string, ContextReference>();
    for (const [callIndex, { strength, kinds }] of best.slice(0, MOST_REFERENCES * 4)) {
      const relevance = strength === STRONG ? 'high' : 'medium';
      const path = this.paths[this.files.get(callIndex)] ?? '';
      const own = path === '' ? resultReference(callAt(callIndex), relevance) : fileReference(path, relevance, kinds);
      const others = this.otherFiles.get(callIndex) ?? [];
      for (const reference of [own, ...others.map((other) => fileReference(other, relevance, kinds))]) {
        if (reference === undefined) continue;
        const known = references.get(reference.source);
        if (known === undefined) references.set(reference.source, reference);
        else if (reference.usage_mode === 'read_then_modified') known.usage_mode = reference.usage_mode;
      }
      if (references.size >= MOST_REFERENCES) break;
    }
    return [...references.values()].slice(0, MOST_REFERENCES);
  }

  private noteFile(callIndex: number, { path, access }: FileTouch): void {
    const number = this.pathNumbers.get(path) ?? this.paths.push(path) - 1;
    this.pathNumbers.set(path, number);
    this.files.set(callIndex, number);
    this.reads.set(callIndex, access === 'read' ? 1 : 0);
  }

  private noteOthers(callIndex: number, touches: readonly FileTouch[]): void {
    const others = touches.slice(0, MOST_REFERENCES).flatMap(({ path, access }) => (access === 'read' ? [path] : []));
    this.otherFiles.set(callIndex, others);
  }

  /**
   * The calls that the calls of a phase used something of, with the strongest link and all kinds of reasons; includes what they read
   * themselves.
   */
  private usedBy(first: number, last: number): Map<number, { strength: number; kinds: number }> {
    const used = new Map<number, { strength: number; kinds: number }>();
    for (let callIndex = first; callIndex <= last; callIndex += 1) {
      if (this.reads.get(callIndex) === 1 && !used.has(callIndex)) used.set(callIndex, { strength: MEDIUM, kinds: 0 });
      for (const { from, strength, kinds } of this.sourcesOf(callIndex)) {
        const known = used.get(from) ?? { strength: 0, kinds: 0 };
        used.set(from, { strength: Math.max(known.strength, strength), kinds: known.kinds | kinds });
      }
    }
    return used;
  }

  private link(to: number, from: number, isStrong: boolean, kinds: number): void {
    this.sources.set(this.linkCount, from);
    this.strengths.set(this.linkCount, isStrong ? STRONG : MEDIUM);
    this.kinds.set(this.linkCount, kinds);
    this.linkCount += 1;
    this.counts.set(to, this.counts.get(to) + 1);
    if (this.silent.get(from) === 1) this.silent.set(from, 2);
  }

  private isTogether(earlier: number, later: number): boolean {
    const end = this.ended.get(earlier);
    return end === 0 || this.begun.get(later) < end;
  }
}

export type CallIndexOf = (callId: string) => number | undefined;

type Relevance = ContextReference['relevance'];

const nothingCreated: ReadonlySet<string> = new Set();

function fileReference(source: string, relevance: Relevance, kinds: number): ContextReference {
  const usage_mode = (kinds & FILE) === 0 ? 'read' : 'read_then_modified';
  return { type: contextTypeOfPath(source), source, relevance, usage_mode };
}

/** A result without a file is named by the call's id. */
function resultReference(call: ToolCall | undefined, relevance: Relevance): ContextReference | undefined {
  if (call === undefined) return undefined;
  const said = call.input.description ?? call.input.raw_command ?? call.output.result?.display ?? '';
  const summary = firstLine(`${call.tool_name}: ${said}`).slice(0, MOST_SUMMARY).toWellFormed();
  return { type: contextTypeOf(call), source: call.call_id, relevance, summary };
}

/** Adds the contribution of a call that later calls used. */
export function withContribution(call: ToolCall): ToolCall {
  if (call.context_contribution !== undefined) return call;
  const summary = firstLine(call.output.result?.display ?? call.input.description ?? call.tool_name);
  return {
    ...call,
    context_contribution: { type: contributionTypeOf(call), summary },
    inferred: [...(call.inferred ?? []), 'context_contribution'],
  };
}

function contributionTypeOf(call: ToolCall): NonNullable<ToolCall['context_contribution']>['type'] {
  if (call.input.raw_command !== undefined) return 'command_output';
  if (touchesOf(call, nothingCreated).some(({ access }) => access === 'read')) return 'file_content';
  return call.tool_category === 'perception' ? 'search_result' : 'knowledge';
}
