// Writes the JSON Schemas of STD-001 3.0 and 3.1 to schemas/, from the zod schemas.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import * as v30 from '../src/session/schema/std001v30.ts';
import * as v31 from '../src/session/schema/std001v31.ts';

/** The parts that get a name of their own; the rest stands where it is used. */
const namedV30 = {
  ToolCall: v30.toolCall,
  SubagentInfo: v30.subagentInfo,
  PhaseAnnotation: v30.phaseAnnotation,
  Decision: v30.decision,
  ContextReference: v30.contextReference,
  SessionSummary: v30.sessionSummary,
};

const namedV31 = {
  ToolCall: v31.toolCall,
  SubagentInfo: v31.subagentInfo,
  PhaseAnnotation: v31.phaseAnnotation,
  Decision: v30.decision,
  ContextReference: v30.contextReference,
  SessionSummary: v30.sessionSummary,
  SourceRef: v31.sourceRef,
  ContentRef: v31.contentRef,
  TokenUsage: v31.tokenUsage,
  FilePatch: v31.filePatch,
  Attachment: v31.attachment,
  MessageEvent: v31.messageEvent,
  ThinkingEvent: v31.thinkingEvent,
  PlanEvent: v31.planEvent,
  ReviewEvent: v31.reviewEvent,
  NoticeEvent: v31.noticeEvent,
  UsageEvent: v31.usageEvent,
  UnknownEvent: v31.unknownEvent,
  SessionEvent: v31.sessionEvent,
  SubSession: v31.subSession,
  Environment: v31.environment,
  Provenance: v31.provenance,
};

function schemaText(version: string, session: z.ZodType, named: Record<string, z.ZodType>): string {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { $schema, ...schema } = z.toJSONSchema(session, { io: 'input', metadata: registry });
  const head = { $schema, $id: `urn:std-001:${version}`, title: `STD-001 ${version} session` };
  return `${shortLists(JSON.stringify({ ...head, ...schema }, null, 2))}\n`;
}

const LINE_WIDTH = 120;

/** Puts lists of texts on one line where they fit, as the formatter wants them. */
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

/** The published schemas by file name. */
export function makeSchemas(): Map<string, string> {
  return new Map([
    ['std-001-3.0.schema.json', schemaText('3.0', v30.sessionV30, namedV30)],
    ['std-001-3.1.schema.json', schemaText('3.1', v31.session, namedV31)],
  ]);
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../schemas');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of makeSchemas()) writeFileSync(join(folder, name), text);
}
