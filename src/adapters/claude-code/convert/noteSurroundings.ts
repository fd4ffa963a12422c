import { field, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Place } from '../conversation.ts';
import type { Run } from '../run.ts';

/** Tells when the working directory, the branch or the permission mode are not those of the record before. */
export function noteSurroundings(conversation: Conversation, run: Run, record: JsonObject, place: Place): void {
  const cwd = field.text(record, 'cwd');
  if (cwd !== undefined && cwd !== '' && run.settings.change('directory', cwd).is === 'changed') {
    run.notice({ ...place, kind: 'info', text: `Working directory: ${cwd}`, workdir: cwd });
  }
  const branch = field.text(record, 'gitBranch');
  if (branch !== undefined && branch !== '' && run.settings.change('branch', branch).is === 'changed') {
    run.notice({ ...place, kind: 'info', text: `Git branch: ${branch}`, extensions: { git_branch: branch } });
  }
  const mode = field.text(record, 'permissionMode');
  if (mode !== undefined) notePermissionMode(conversation, mode, place);
}

/** Tells of a new permission mode; whether there was anything to tell. */
export function notePermissionMode(conversation: Conversation, mode: string, place: Place): boolean {
  const change = conversation.settings.change('permission mode', mode);
  if (change.is === 'first') conversation.facts.noteSetting('approval', mode);
  if (change.is === 'changed') {
    conversation.main.notice({ ...place, kind: 'mode_change', text: `Permission mode: ${change.from} → ${mode}` });
  }
  return change.is !== 'same';
}
