import type { AttachmentPart, CallResult } from '../../assembly.ts';
import type { JsonObject } from '../../read/jsonObject.ts';

/** A call whose result has not come yet. */
export interface OpenCall {
  /** Native id, or `seq` where the log gives none. */
  id: string | number;
  name: string;
  input: JsonObject;
  /** The last output that a running command showed. */
  progress?: string;
  /** Milliseconds that an MCP server measured. */
  measuredMs?: number;
}

/** What the log says of a result, before its tool is considered. */
export interface RawResult {
  call: OpenCall | undefined;
  /** The text that the model saw; where the CLI took it out and its file is there, the whole. */
  text: string;
  /** The model's text where `text` is another, longer one. */
  preview: string | undefined;
  attachments: readonly AttachmentPart[];
  /** The structured copy of the result (`toolUseResult`); absent in most subagent files. */
  twin: JsonObject | undefined;
}

/** Fields of a result that a tool fills its own way. */
export type ResultFields = Partial<Omit<CallResult, 'at' | 'ref' | 'outcome'>>;

/** Reads the successful result of one tool. */
export type ReadResult = (raw: RawResult) => ResultFields;
