import { diagnose } from '../../../session/index.ts';
import type { JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Place } from '../conversation.ts';
import { outputReferences } from '../files/outputReferences.ts';
import type { Run } from '../run.ts';

/** The whole output of a result that the CLI put into a file; undefined, and reported, where that is not here. */
export function takeOutput(conversation: Conversation, block: JsonObject, place: Place): string | undefined {
  const names = outputReferences({ type: 'user', message: { content: [block] } });
  for (const name of names) {
    const output = conversation.outputs.get(name);
    if (output === undefined) continue;
    conversation.outputs.delete(name);
    return output.text;
  }
  const at = { line: place.ref.line, byteOffset: place.ref.byte_offset };
  const file = conversation.names[place.ref.source];
  const actual = names.at(-1);
  conversation.assembly.report(
    diagnose('missing-companion', {
      at: file === undefined ? at : { file, ...at },
      ...(actual === undefined ? {} : { actual }),
    }),
  );
  return undefined;
}

/** Keeps outputs that no result asked for. */
export function giveUnclaimedOutputs(conversation: Conversation, run: Run): void {
  if (conversation.outputs.size === 0) return;
  for (const [name, { text, ref }] of conversation.outputs) {
    run.notice({ kind: 'orphan_result', text, ref, nativeId: name });
  }
  conversation.outputs.clear();
}
