import type { RolloutVerdict } from '../descriptor.ts';
import { tellContext } from '../messages/tellContext.ts';
import { asObject, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** `turn_context`: what a turn runs with. Changes are told; instructions too, where no message told them. */
export function convertTurnContext(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const first = thread.settings.model === undefined;
  const told = tellSettings(thread, payload, origin);
  thread.settings.countTurn();
  const instructed = tellInstructions(thread, payload, origin);
  return first || told || instructed ? 'converted' : { ignored: 'repeated_settings' };
}

/** Tells the instructions of a turn that neither a message nor the turn before told. */
function tellInstructions(thread: Thread, payload: Fields, origin: Origin): boolean {
  const collaboration = asObject(asObject(payload.collaboration_mode)?.settings);
  const given = [payload.user_instructions, payload.developer_instructions, collaboration?.developer_instructions];
  const texts = given.flatMap((each) => asWords(each) ?? []);
  const before = thread.facts.instructions ?? [];
  thread.facts.instructions = texts;
  const untold = texts.filter((text) => !before.includes(text) && !thread.contexts.holds(text));
  for (const text of untold) tellContext(thread, text, origin, { role: 'system', origin: 'context' });
  return untold.length > 0;
}

/** `thread_settings_applied`: the settings for the turns to come. */
export function convertSettings(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const told = tellSettings(thread, asObject(payload.thread_settings) ?? {}, origin);
  return told ? 'converted' : { ignored: 'repeated_settings' };
}

function tellSettings(thread: Thread, fields: Fields, { at, ref }: Origin): boolean {
  const changes = thread.settings.take(fields);
  for (const change of changes) thread.sink.notice({ ...change, at, ref });
  return changes.length > 0;
}
