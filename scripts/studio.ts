// The studio example, built as an outside user would: on the packed kit. `node scripts/studio.ts` builds it into
// examples/studio/dist, with the samples beside it; `--serve PORT` serves that folder to this machine, and `--apply FOLDER` lets
// its page write changes that logs show into a git repository.
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerPatch } from '../examples/studio/server/answerPatch.ts';
import { openRoot } from '../examples/studio/server/applyPatch.ts';
import { errorText } from '../src/session/text/errorText.ts';
import { parsePort } from './localServer.ts';
import { run } from './run.ts';
import { type ServeOptions, serveFolder } from './serveFolder.ts';

const root = join(import.meta.dirname, '..');
const studio = join(root, 'examples/studio');

const { values } = parseArgs({ options: { serve: { type: 'string' }, apply: { type: 'string' } } });
const port = values.serve === undefined ? undefined : parsePort(values.serve);
if (values.serve !== undefined && port === undefined) {
  console.error(`--serve takes a port from 0 to 65535, not "${values.serve}".`);
  process.exit(2);
}
const patches = values.apply === undefined ? undefined : openPatches(values.apply);
build();
if (port !== undefined) {
  const { url } = await serveFolder(join(studio, 'dist'), port, patches);
  console.log(`The studio is at ${url}${patches?.hash ?? ''} (Ctrl+C ends it)`);
  if (patches !== undefined) console.log(`Changes are applied in ${patches.root}, by whoever has this address.`);
}

/** Settings for the server to write changes into a folder, and for the address to tell the page about it. */
function openPatches(folder: string) {
  try {
    const root = openRoot(folder);
    const token = randomBytes(18).toString('base64url');
    const own: ServeOptions['own'] = {
      path: '/apply',
      answer: (request, response) => void answerPatch(request, response, { root, token }),
    };
    return { root, own, hash: `#apply=${token}` };
  } catch (error) {
    console.error(errorText(error));
    process.exit(2);
  }
}

function build(): void {
  run('pnpm', ['build'], root);
  run('pnpm', ['pack', '--ignore-scripts', '--out', join(studio, 'agent-replay-kit.tgz')], root);
  rmSync(join(studio, 'node_modules/agent-replay-kit'), { recursive: true, force: true });
  // With npm and without a lockfile: the tarball's hash changes with every build.
  run(
    'npm',
    ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    studio,
  );
  run('npm', ['run', 'build'], studio);
  copySamples(join(root, 'data/sessions'), join(studio, 'dist/sessions'));
}

/** Copies only the samples: sessions converted by the user stay where they are. */
function copySamples(from: string, to: string): void {
  const index = JSON.parse(readFileSync(join(from, 'index/sessions.json'), 'utf8')) as {
    sessions: { session_id: string }[];
  };
  mkdirSync(join(to, 'index'), { recursive: true });
  cpSync(join(from, 'index/sessions.json'), join(to, 'index/sessions.json'));
  for (const { session_id } of index.sessions) {
    cpSync(join(from, `${session_id}.json`), join(to, `${session_id}.json`));
    const contents = `${session_id}.content`;
    if (existsSync(join(from, contents))) cpSync(join(from, contents), join(to, contents), { recursive: true });
  }
}
