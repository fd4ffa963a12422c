// `pnpm replay:review-log`, short for `agent-replay plans replay`.
import { replayCommand } from './agent-replay/plansCommand.ts';
import { runPart } from './agent-replay/runCommand.ts';

await runPart('pnpm replay:review-log', replayCommand);
