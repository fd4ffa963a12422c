// `pnpm codex:events`, short for `agent-replay events`.
import { eventsCommand } from './agent-replay/eventsCommand.ts';
import { runPart } from './agent-replay/runCommand.ts';

await runPart('pnpm codex:events', eventsCommand);
