import type { JsonObject } from '../../../read/jsonObject.ts';
import { snakeFields } from '../../results/snakeFields.ts';

/** Fields of a system record that say where it stands, not what it tells. */
const envelope = [
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sessionId',
  'session_id',
  'timestamp',
  'cwd',
  'version',
  'gitBranch',
  'isSidechain',
  'userType',
  'entrypoint',
  'slug',
  'isMeta',
  'level',
  'content',
  'agentId',
  'sessionKind',
];

/** Gives what a system record tells beyond the fields that the caller knows, as `extensions`. */
export function remainingFields(
  ...known: readonly string[]
): (record: JsonObject) => { extensions?: Record<string, unknown> } {
  const without = new Set([...envelope, ...known]);
  return (record) => {
    const extensions = snakeFields(record, without);
    return extensions === undefined ? {} : { extensions };
  };
}
