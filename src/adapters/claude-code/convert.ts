import type { SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { Conversation, type Ending } from './conversation.ts';
import { convertCompanion } from './convert/convertCompanion.ts';
import { convertRecord } from './convert/convertRecord.ts';
import { describeSoFar, finish } from './convert/finish.ts';
import type { IgnoreReason } from './descriptor.ts';

/** Turns the records of a session and of its subagents into one session. */
export function createConverter(assembly: Assembly, { names, told }: SourceOutline): Converter<unknown, IgnoreReason> {
  const conversation = new Conversation(assembly, names, told);
  return {
    record: (value, ref) => convertOne(conversation, value, ref),
    describe: () => describeSoFar(conversation),
    end: () => finish(conversation),
  };
}

function convertOne(conversation: Conversation, value: unknown, ref: SourceRef): Ending {
  const kind = conversation.kinds[ref.source];
  if (kind?.is === 'output') {
    conversation.outputs.set(kind.name, { text: String(value), ref });
    return 'converted';
  }
  if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'A record is not a JSON object.' };
  if (kind === undefined || kind.is === 'main' || kind.is === 'agent') {
    const ending = convertRecord(conversation, value, ref, kind?.is === 'agent' ? kind.agentId : undefined);
    return ending;
  }
  return convertCompanion(conversation, kind, value, ref);
}
