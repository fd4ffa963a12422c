// Writes the JSON Schemas of STD-001 3.0 and 3.1 to schemas/, from the zod schemas.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { attachment, contentRef, filePatch, sourceRef, tokenUsage } from '../src/session/schema/itemParts.ts';
import { notesFile } from '../src/session/schema/notesFile.ts';
import {
  messageEvent,
  noticeEvent,
  planEvent,
  reviewEvent,
  sessionEvent,
  thinkingEvent,
  unknownEvent,
  usageEvent,
} from '../src/session/schema/sessionEvent.ts';
import {
  contextReference,
  decision,
  phaseAnnotation as phaseAnnotationV30,
  sessionSummary,
  sessionV30,
  subagentInfo as subagentInfoV30,
  toolCall as toolCallV30,
} from '../src/session/schema/std001v30.ts';
import {
  environment,
  phaseAnnotation,
  provenance,
  session,
  subagentInfo,
  subSession,
  toolCall,
} from '../src/session/schema/std001v31.ts';
import { serveAnswers } from './serve/serveApi.ts';

/** The parts that get a name of their own; the others are written where they are used. */
const namedV30 = {
  ToolCall: toolCallV30,
  SubagentInfo: subagentInfoV30,
  PhaseAnnotation: phaseAnnotationV30,
  Decision: decision,
  ContextReference: contextReference,
  SessionSummary: sessionSummary,
};

const namedV31 = {
  ToolCall: toolCall,
  SubagentInfo: subagentInfo,
  PhaseAnnotation: phaseAnnotation,
  Decision: decision,
  ContextReference: contextReference,
  SessionSummary: sessionSummary,
  SourceRef: sourceRef,
  ContentRef: contentRef,
  TokenUsage: tokenUsage,
  FilePatch: filePatch,
  Attachment: attachment,
  MessageEvent: messageEvent,
  ThinkingEvent: thinkingEvent,
  PlanEvent: planEvent,
  ReviewEvent: reviewEvent,
  NoticeEvent: noticeEvent,
  UsageEvent: usageEvent,
  UnknownEvent: unknownEvent,
  SessionEvent: sessionEvent,
  SubSession: subSession,
  Environment: environment,
  Provenance: provenance,
};

function schemaText(version: string, session: z.ZodType, named: Record<string, z.ZodType>): string {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { $schema, ...schema } = z.toJSONSchema(session, { io: 'input', metadata: registry });
  const head = { $schema, $id: `urn:std-001:${version}`, title: `STD-001 ${version} session` };
  return `${shortLists(JSON.stringify({ ...head, ...schema }, null, 2))}\n`;
}

/** The sidecar of notes has a version of its own. */
function notesSchemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(notesFile, { io: 'input' });
  const head = { $schema, $id: 'urn:agent-replay:session-notes:1', title: 'Notes on a session, version 1' };
  return `${shortLists(JSON.stringify({ ...head, ...schema }, null, 2))}\n`;
}

const LINE_WIDTH = 120;

/** Puts lists of strings on one line where they fit, as the formatter does. */
function shortLists(json: string): string {
  return json.replaceAll(
    /^( *)(.*)\[\n((?: *"[^"\n]*",?\n)+) *\]/gm,
    (list, indent: string, key: string, items: string) => {
      const line = `${indent}${key}[${items
        .trim()
        .split(/\s*\n\s*/)
        .join(' ')}]`;
      return line.length < LINE_WIDTH ? line : list;
    },
  );
}

/** What `agent-replay serve` answers, by name. */
function answersText(): string {
  const definitions = Object.entries(serveAnswers).map(([name, answer]) => {
    const { $schema: _, ...definition } = z.toJSONSchema(answer);
    return [name, definition];
  });
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'urn:agent-replay-serve:1' };
  const whole = { ...head, title: 'Answers of agent-replay serve', $defs: Object.fromEntries(definitions) };
  return `${shortLists(JSON.stringify(whole, null, 2))}\n`;
}

/** The published schemas by file name. */
export function makeSchemas(): Map<string, string> {
  return new Map([
    ['std-001-3.0.schema.json', schemaText('3.0', sessionV30, namedV30)],
    ['std-001-3.1.schema.json', schemaText('3.1', session, namedV31)],
    ['agent-replay-serve-1.schema.json', answersText()],
    ['session-notes-1.schema.json', notesSchemaText()],
  ]);
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../schemas');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of makeSchemas()) writeFileSync(join(folder, name), text);
}
