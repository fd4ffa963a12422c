import { commandOf } from '../calls/commandOf.ts';
import { emptyOutput } from '../calls/readOutput.ts';
import { resultOf } from '../calls/resultOf.ts';
import { tellEndedCall } from '../calls/tellEndedCall.ts';
import type { RolloutVerdict } from '../descriptor.ts';
import { asNumber, asWords, durationOf, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** How a command ended (`exec_command_end`, `CommandExecution`): joined with its call, or a call by itself. */
export function convertCommandEnd(
  thread: Thread,
  end: Fields,
  id: string | undefined,
  origin: Origin,
  times?: Fields,
): RolloutVerdict {
  const open = id === undefined ? undefined : thread.calls.open.get(id);
  if (open !== undefined) {
    open.commandEnd = end;
    return 'converted';
  }
  if (id !== undefined && thread.sink.hasCall(id)) {
    thread.sink.amendCall(id, { durationMs: durationOf(end), exitCode: asNumber(end.exit_code) });
    return 'converted';
  }
  const start = {
    name: end.source === 'user_shell' ? 'user_shell_command' : 'exec_command',
    params: { command: end.command, ...(end.cwd === undefined ? {} : { cwd: end.cwd }) },
    rawCommand: commandOf(end.command),
    nativeId: id,
    extensions: asWords(end.source) === undefined ? {} : { source: end.source },
  };
  tellEndedCall(thread, start, resultOf({ kind: 'shell', commandEnd: end }, emptyOutput), origin, times);
  return 'converted';
}
