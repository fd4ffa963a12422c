// `pnpm wf`, short for `agent-replay wf`.

import { runPart } from './agent-replay/runCommand.ts';
import { wfCommand } from './agent-replay/wfCommand.ts';

await runPart('pnpm wf', wfCommand);
