import {
  type ContributionType,
  type DiagnosticCode,
  type FilePatch,
  type Outcome,
  type SourceRef,
  type ToolFamily,
  toolFacts,
} from '../../session/index.ts';
import type { CallResult, CallStart, SessionSink } from '../assembly.ts';
import { stripLineNumbers } from '../claude-code/text/stripLineNumbers.ts';
import { field } from '../read/jsonObject.ts';
import { createOpenCalls, type FoundCall, type OpenCall } from './openCalls.ts';
import { readResultSummary } from './resultSummary.ts';
import { isNaiveTime, type Step, stepExtensions, stepUuid } from './step.ts';
import { readToolSummary, type ToolSummary } from './toolSummary.ts';

/** Opens calls and gives results to them. */
export interface CallDesk {
  /** The number of calls that the step stands for. */
  open(step: Step, sink: SessionSink): number;
  close(step: Step, sink: SessionSink): void;
}

/** What the output of a tool is to its agent. */
const contributions: Readonly<Partial<Record<ToolFamily, ContributionType>>> = {
  read: 'file_content',
  search: 'search_result',
  web: 'search_result',
  terminal: 'command_output',
  skill: 'knowledge',
};

export function createCallDesk(report: (code: DiagnosticCode, ref: SourceRef) => void): CallDesk {
  const waiting = createOpenCalls();
  return {
    open(step, sink) {
      const summary = readToolSummary(step.text);
      const [first = 'unknown', ...others] = summary.names;
      const names = [field.text(step.raw, 'tool_name') ?? first, ...others];
      for (const [index, name] of names.entries()) {
        const id = index === 0 ? field.text(step.raw, 'tool_call_id') : undefined;
        const seq = sink.openCall(startOf(step, name, id, names.length === 1 ? summary : undefined));
        const path = toolFacts(name).access === 'change' ? pathOf(summary) : undefined;
        waiting.add({ seq, name, path, id, uuid: stepUuid(step) });
      }
      return names.length;
    },
    close(step, sink) {
      const id = field.text(step.raw, 'tool_call_id');
      if (id !== undefined && sink.hasCall(id) && !waiting.has(id)) {
        report('duplicate-result', step.ref);
        keepSecondResult(step, id, sink);
        return;
      }
      const found = waiting.take(id, field.text(step.raw, 'parent_uuid'));
      if (found?.guessed === true) report('guessed-pairing', step.ref);
      sink.closeCall(found?.call.seq ?? id ?? stepUuid(step) ?? '', resultOf(step, found));
    },
  };
}

function keepSecondResult(step: Step, id: string, sink: SessionSink): void {
  const extensions = stepExtensions(step);
  sink.notice({ kind: 'orphan_result', text: step.text, nativeCallId: id, at: step.at, ref: step.ref, extensions });
}

function pathOf({ param, cut }: ToolSummary): string | undefined {
  return param?.name === 'file_path' && !cut ? param.value : undefined;
}

function startOf(step: Step, name: string, nativeId: string | undefined, summary: ToolSummary | undefined): CallStart {
  const { param, omitted, cut = false } = summary ?? {};
  return {
    name,
    params: param === undefined ? {} : { [param.name]: param.value },
    // The summary as it stands: all that is known of the other parameters.
    description: step.text,
    rawCommand: param?.name === 'command' && !cut ? param.value : undefined,
    at: step.at,
    ref: step.ref,
    nativeId,
    extensions: stepExtensions(step, {
      ...(omitted === undefined ? {} : { omitted_param: omitted }),
      ...(cut ? { cut_param: param?.name } : {}),
    }),
    inferred: isNaiveTime(step.at) ? ['started_at'] : [],
  };
}

function resultOf(step: Step, { call, guessed }: Partial<FoundCall> = {}): CallResult {
  const { text = step.text, cut, outcome, exitCode } = readResultSummary(step.text);
  const file = call !== undefined && toolFacts(call.name).family === 'read' ? stripLineNumbers(text) : undefined;
  const failed = outcome !== 'succeeded' && outcome !== 'unknown';
  const patches = patchesOf(call, outcome);
  const contributes =
    call === undefined || cut || outcome !== 'succeeded' ? undefined : contributions[toolFacts(call.name).family];
  return {
    at: step.at,
    ref: step.ref,
    outcome,
    ...(failed ? { error: text, display: text } : { text: file?.content ?? text, contributes }),
    fields: file === undefined || file.rest === '' ? undefined : { note: file.rest },
    truncated: cut,
    exitCode,
    patches,
    extensions: { result: stepExtensions(step) },
    inferred: [
      ...(exitCode === undefined && outcome !== 'unknown' ? ['outcome'] : []),
      ...(patches.length > 0 ? ['output.result.patches'] : []),
      ...(guessed === true ? ['output'] : []),
      ...(isNaiveTime(step.at) ? ['ended_at'] : []),
    ],
  };
}

/** That a file was changed follows from the tool's name; how, and whether it was new, the store does not say. */
function patchesOf(call: OpenCall | undefined, outcome: Outcome): FilePatch[] {
  return call?.path === undefined || outcome !== 'succeeded' ? [] : [{ path: call.path, change: 'modified' }];
}
