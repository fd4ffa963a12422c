// `pnpm validate:review-log`, short for `agent-replay plans validate`.
import { validateCommand } from './agent-replay/plansCommand.ts';
import { runPart } from './agent-replay/runCommand.ts';

await runPart('pnpm validate:review-log', validateCommand);
