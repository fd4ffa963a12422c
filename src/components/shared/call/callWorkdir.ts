import { paramText } from '../../../session/facts/callTexts.ts';
import type { ToolCall } from '../../../session/index.ts';

/** The folder that a command ran in, where the log says it. */
export function callWorkdir(call: ToolCall): string | undefined {
  const named = paramText(call, 'workdir', 'cwd', 'working_directory', 'working_dir', 'directory');
  return named !== undefined && /^(?:[\\/~]|[A-Za-z]:)/.test(named) ? named : undefined;
}
