import { diagnose, type SourceRef, toMillis } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import { claudeCode, recordOwner } from '../claude-code/index.ts';
import type { Converter, JoinedRun, Verdict } from '../contract.ts';
import { findPointed } from '../groupSources.ts';
import { hostConverter, hostInCall } from '../hosted.ts';
import type { WfReason } from './detect.ts';
import type { Pointer } from './records.ts';

/** Facts from a converted transcript. */
export interface TranscriptFacts {
  modelId: string | undefined;
  lastReply: string | undefined;
  /** When its first message was, in milliseconds since 1970. */
  startMs: number | undefined;
}

/** The call that a transcript belongs to. */
export interface Owner {
  /** Key of the session. */
  key: string;
  nativeId: string;
  description: string | undefined;
}

interface Transcript {
  run: JoinedRun;
  owner: Owner | undefined;
  facts: TranscriptFacts;
  converter: Converter<unknown, WfReason> | undefined;
}

/** The transcripts that a log points to, each nested below the first call that names it. */
export class Transcripts {
  private readonly assembly: Assembly;
  private readonly names: readonly string[];
  private readonly transcripts: readonly Transcript[];
  /** Known records of earlier transcripts: a resumed agent left a second one, with copies of the first. */
  private readonly knownRecords: Map<string, string>;
  /** Known records of the current transcript, added when it is complete. */
  private current: { index: number; ids: Map<string, string> } | undefined;

  constructor(
    assembly: Assembly,
    names: readonly string[],
    joined: readonly JoinedRun[],
    knownRecords?: ReadonlyMap<string, string>,
  ) {
    this.assembly = assembly;
    this.names = names;
    this.knownRecords = new Map(knownRecords);
    this.transcripts = joined.map((run) => ({
      run,
      owner: undefined,
      facts: { modelId: undefined, lastReply: undefined, startMs: undefined },
      converter: undefined,
    }));
  }

  /**
   * Assigns the transcript that a pointer names to a call. If several attempts name the same one, it belongs to the first. Undefined if it
   * is not among the files.
   */
  claim({ transcript, sessionId }: Pointer, owner: Owner): { facts: TranscriptFacts; owner: Owner } | undefined {
    const paths = [transcript, sessionId === undefined ? undefined : `${sessionId}.jsonl`];
    for (const path of paths.filter((each) => each !== undefined)) {
      const found = findPointed(path, this.transcripts, ({ run }) => this.names[run.files[0] ?? -1] ?? '');
      if (found === undefined) continue;
      found.owner ??= owner;
      return { facts: found.facts, owner: found.owner };
    }
    return undefined;
  }

  reportMissing({ sessionId }: Pointer, ref: SourceRef): void {
    const at = { file: this.names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset };
    const actual = sessionId !== undefined && /^[\w-]{1,64}$/.test(sessionId) ? { actual: sessionId } : {};
    this.assembly.report(diagnose('missing-companion', { at, ...actual }));
  }

  /** A record of the transcript at `index`; `fallback` owns a transcript that no call named. */
  record(index: number, value: unknown, ref: SourceRef, fallback: () => string): Verdict<WfReason> {
    const transcript = this.transcripts[index];
    if (transcript === undefined) return { dropped: 'malformed-record' };
    this.note(index, transcript.run, value, ref);
    transcript.converter ??= this.host(transcript, index, fallback);
    return transcript.converter.record(value, ref);
  }

  end(): void {
    for (const { converter } of this.transcripts) converter?.end();
  }

  private note(index: number, { files }: JoinedRun, value: unknown, ref: SourceRef): void {
    if (this.current?.index !== index) {
      for (const [id, run] of this.current?.ids ?? []) if (!this.knownRecords.has(id)) this.knownRecords.set(id, run);
      this.current = { index, ids: new Map() };
    }
    // Copies are made of the run itself, not of its subagents.
    const entry = ref.source === files[0] ? recordOwner(this.names[ref.source] ?? '', value) : undefined;
    if (entry !== undefined) this.current.ids.set(...entry);
  }

  private host({ run, owner, facts }: Transcript, index: number, fallback: () => string): Converter<unknown, WfReason> {
    const called = {
      key: owner?.key ?? fallback(),
      nativeId: `transcript-${index}`,
      triggeredBy: owner?.nativeId,
      agentType: 'claude-code',
      description: owner?.description,
    };
    const hosted = hostInCall(this.assembly, called, run, {
      described: ({ modelId }) => {
        facts.modelId = modelId ?? facts.modelId;
      },
      said: ({ role, text, at }) => {
        facts.startMs ??= toMillis(at);
        if (role === 'assistant' && text.trim() !== '') facts.lastReply = text;
      },
    });
    return hostConverter(claudeCode, hosted, run, this.names, this.knownRecords);
  }
}
