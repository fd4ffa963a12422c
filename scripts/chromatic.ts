// Sends Storybook to Chromatic for review: `pnpm chromatic`. Without CHROMATIC_PROJECT_TOKEN it says so, and that is all:
// the reference pictures in tests/pictures need no account.
import { runTool } from './tools.ts';

if ((process.env.CHROMATIC_PROJECT_TOKEN ?? '') === '') {
  console.log(
    'Chromatic is skipped: CHROMATIC_PROJECT_TOKEN is not set. Pictures are compared by pnpm test all the same.',
  );
} else {
  process.exitCode = runTool('chromatic', process.argv.slice(2));
}
