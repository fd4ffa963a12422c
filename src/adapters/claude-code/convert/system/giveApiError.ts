import type { NoticeKind } from '../../../../session/index.ts';
import { field, type JsonObject } from '../../../read/jsonObject.ts';
import type { Place } from '../../conversation.ts';
import type { Run } from '../../run.ts';
import { takeBack } from '../takeBack.ts';
import { remainingFields } from './remainingFields.ts';

const moreOfError = remainingFields('cause');
const moreOfRefusal = remainingFields('retractedMessageUuids', 'refusedUserMessageUuid', 'apiRefusalExplanation');

/** The API did not answer; the CLI tries again. The text is the API's own, however deep it lies. */
export function giveApiError(run: Run, record: JsonObject, kind: NoticeKind, place: Place): void {
  const error = field.object(record, 'error') ?? {};
  const nested = field.object(error, 'error') ?? {};
  const inner = field.object(nested, 'error') ?? nested;
  const status = field.number(error, 'status');
  const said =
    field.text(error, 'formatted') ??
    field.text(error, 'message') ??
    field.text(inner, 'message') ??
    field.text(record, 'content') ??
    (status === undefined ? 'The API gave an error' : `The API answered ${status}`);
  run.notice({ ...place, kind, text: `${said}${retryText(record)}`, ...moreOfError(record) });
}

function retryText(record: JsonObject): string {
  const attempt = field.number(record, 'retryAttempt');
  const most = field.number(record, 'maxRetries');
  if (attempt === undefined) return '';
  return ` (retry ${attempt}${most === undefined ? '' : ` of ${most}`})`;
}

/** A model refused: what it had said is taken back, and another model may go on. */
export function giveRefusal(run: Run, record: JsonObject, text: string | undefined, place: Place): void {
  takeBack(run, record, 'retractedMessageUuids');
  const original = field.text(record, 'originalModel');
  const fallback = field.text(record, 'fallbackModel');
  const explanation = field.text(record, 'apiRefusalExplanation');
  if (fallback !== undefined) run.settings.change('model', fallback);
  const change = original === undefined || fallback === undefined ? undefined : `Model: ${original} → ${fallback}`;
  run.notice({
    ...place,
    kind: change === undefined ? 'api_error' : 'model_change',
    text: [text ?? change ?? 'The model refused', explanation].filter((each) => each !== undefined).join('\n'),
    ...moreOfRefusal(record),
  });
}
