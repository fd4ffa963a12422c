import { field, type JsonObject } from '../read/jsonObject.ts';
import type { Ending, RecordStamp } from './conversation.ts';
import { snakeFields } from './results/fields.ts';
import type { Run } from './run.ts';

const known = new Set([
  'type',
  'hookName',
  'hookEvent',
  'toolUseID',
  'content',
  'stdout',
  'stderr',
  'durationMs',
  'blockingError',
  'command',
]);

const asyncKnown = new Set([...known, 'response']);

/** The result of a hook that ran asynchronously: a notice, and what it gives to the model as a message of the hook. */
export function convertAsyncHook(run: Run, attachment: JsonObject, stamp: RecordStamp): Ending {
  const name = field.text(attachment, 'hookName') ?? field.text(attachment, 'hookEvent') ?? 'Hook';
  const response = field.object(attachment, 'response') ?? {};
  const special = field.object(response, 'hookSpecificOutput') ?? {};
  const { systemMessage: _, hookSpecificOutput: __, ...answer } = response;
  const { additionalContext: ___, ...more } = special;
  const said = field.text(response, 'systemMessage') ?? '';
  const lines = [`${name} hook answered`, commandOf(attachment), said, ...outputsOf(attachment)];
  run.notice({
    ...stamp,
    kind: 'hook',
    text: lines.filter((line) => line.trim() !== '').join('\n'),
    nativeCallId: field.text(attachment, 'toolUseID'),
    extensions: { ...snakeFields({ ...answer, ...more }, new Set()), ...snakeFields(attachment, asyncKnown) },
  });
  const context = field.text(special, 'additionalContext') ?? '';
  if (context.trim() !== '') {
    run.message({ ...stamp, role: 'system', origin: 'hook', text: context, extensions: { hook: name } });
  }
  return 'converted';
}

/** The result of a hook: what it gives to the model is a message of the hook, everything else a notice. */
export function convertHook(run: Run, attachment: JsonObject, type: string, stamp: RecordStamp): Ending {
  const name = field.text(attachment, 'hookName') ?? field.text(attachment, 'hookEvent') ?? 'Hook';
  const extensions = snakeFields(attachment, known);
  if (type === 'hook_additional_context') {
    const text = contentOf(attachment);
    if (text === '') return { ignored: 'empty_message' };
    run.message({ ...stamp, role: 'system', origin: 'hook', text, extensions: { hook: name, ...extensions } });
    return 'converted';
  }
  const lines = [headline(name, type), commandOf(attachment), ...outputsOf(attachment)].filter(
    (line) => line.trim() !== '',
  );
  run.notice({
    ...stamp,
    kind: 'hook',
    text: lines.join('\n'),
    nativeCallId: field.text(attachment, 'toolUseID'),
    durationMs: Math.max(0, field.number(attachment, 'durationMs') ?? 0) || undefined,
    extensions,
  });
  return 'converted';
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['hook_success', 'succeeded'],
  ['hook_blocking_error', 'blocked'],
  ['hook_non_blocking_error', 'failed'],
  ['hook_error_during_execution', 'failed'],
  ['hook_cancelled', 'was cancelled'],
  ['hook_system_message', 'says'],
  ['hook_stopped_continuation', 'stopped the agent'],
]);

function headline(name: string, type: string): string {
  return `${name} hook ${verbs.get(type) ?? type.slice('hook_'.length).replaceAll('_', ' ')}`;
}

function commandOf(attachment: JsonObject): string {
  const error = field.object(attachment, 'blockingError');
  return field.text(attachment, 'command') ?? (error === undefined ? undefined : field.text(error, 'command')) ?? '';
}

/** The hook's text; `content` often repeats its standard output. */
function outputsOf(attachment: JsonObject): string[] {
  const error = field.object(attachment, 'blockingError');
  const blocked = error === undefined ? field.text(attachment, 'blockingError') : field.text(error, 'blockingError');
  const texts = [
    blocked ?? '',
    contentOf(attachment),
    field.text(attachment, 'message') ?? '',
    field.text(attachment, 'stdout') ?? '',
    field.text(attachment, 'stderr') ?? '',
  ];
  return texts.map((text) => text.trim()).filter((text, at, all) => text !== '' && all.indexOf(text) === at);
}

function contentOf(attachment: JsonObject): string {
  const { content } = attachment;
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.filter((each) => typeof each === 'string').join('\n') : '';
}
