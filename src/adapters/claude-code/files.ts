import { isUuid } from '../../session/text/isUuid.ts';
import type { Companions } from '../contract.ts';

/** The kind of a source's file, from its name alone. */
export type FileKind =
  /** A session's transcript. */
  | { is: 'main'; stem: string }
  /** A subagent's transcript; `workflow` names the run that it belongs to. */
  | { is: 'agent'; agentId: string; workflow: string | undefined }
  /** What the CLI notes beside a subagent's transcript. */
  | { is: 'meta'; agentId: string; workflow: string | undefined }
  /** An output that was too large for the transcript. */
  | { is: 'output'; name: string }
  /** The course of a workflow run. */
  | { is: 'journal'; workflow: string }
  /** The state of a workflow run when it was over. */
  | { is: 'workflow'; workflow: string };

const agentFile = /^agent-([\w-]{1,100})\.(jsonl|meta\.json)$/;

export function fileKind(name: string): FileKind {
  const steps = name.split('/');
  const base = steps.at(-1) ?? '';
  const workflow = steps.at(-3) === 'workflows' ? steps.at(-2) : undefined;
  if (sessionFolder(name)?.mark === 'tool-results') return { is: 'output', name: base };
  const [, agentId, ending] = agentFile.exec(base) ?? [];
  if (agentId !== undefined) return { is: ending === 'jsonl' ? 'agent' : 'meta', agentId, workflow };
  if (base === 'journal.jsonl' && workflow !== undefined) return { is: 'journal', workflow };
  if (steps.at(-2) === 'workflows' && base.endsWith('.json')) {
    return { is: 'workflow', workflow: base.slice(0, -'.json'.length) };
  }
  return { is: 'main', stem: base.replace(/\.jsonl?$/, '') };
}

const marks = ['subagents', 'tool-results', 'workflows'] as const;

/** The session folder that contains a file, and the subfolder it lies in; undefined for a transcript itself. */
export function sessionFolder(name: string): { path: string; mark: (typeof marks)[number] } | undefined {
  const steps = name.split('/');
  for (const mark of marks) {
    const at = steps.lastIndexOf(mark);
    if (at > 0 && at < steps.length - 1) return { path: steps.slice(0, at).join('/'), mark };
  }
  return undefined;
}

/** The path of a file's folder, with a trailing slash; '' at the root. */
export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** Whether a name is a session id; it is then more reliable than the records. */
export const isSessionId = isUuid;

/** Where the subagents, the large outputs and the workflows of a transcript lie. */
export function companions(name: string): Companions | undefined {
  const base = name.slice(folderOf(name).length);
  const kind = fileKind(base);
  if (kind.is !== 'main' || !base.endsWith('.jsonl')) return undefined;
  const { stem } = kind;
  const files = isSessionId(stem) ? { begin: 'agent-', end: '.jsonl', mention: `"sessionId":"${stem}"` } : undefined;
  return { folders: marks.map((mark) => `${stem}/${mark}`), files };
}
