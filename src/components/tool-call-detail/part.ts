import type { ToolCall } from '../../session/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';

/** What every section of a call's detail is given. */
export interface DetailPart {
  call: ToolCall;
  level: 3 | 4 | 5;
  scope: ItemScope | undefined;
}
