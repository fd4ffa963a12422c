// The package's command: replays logs on this machine, or writes them as files.

import { plain } from '../etl/formatReport.ts';
import { parsePort } from '../localServer.ts';
import { parseArguments } from '../parseArguments.ts';
import { convertPaths } from './convertPaths.ts';
import { exportLogs } from './exportLogs.ts';
import { openBrowser } from './openBrowser.ts';
import { pageParts } from './pageParts.ts';
import { serveReplays } from './serveReplays.ts';

const usage = `agent-replay open <logs…>      replays logs in the browser; nothing leaves this machine
agent-replay export <logs…>    writes each as one file that needs nothing else

  logs              files, folders or globs, of any format the kit knows
  --markdown        export: a Markdown report instead of a replay in HTML
  --out DIR         export: where files go (.)
  --port N          open: a port of this machine (any that is free)
  --no-browser      open: print the address only
  --no-redact       leave secrets as they are (masked by default)
  --help

exit codes: 0 done · 2 usage · 3 none of the files is a log`;

const { values, positionals } = parseArguments(
  {
    allowPositionals: true,
    allowNegative: true,
    options: {
      markdown: { type: 'boolean', default: false },
      out: { type: 'string', default: '.' },
      port: { type: 'string', default: '0' },
      browser: { type: 'boolean', default: true },
      redact: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
);
const [command, ...paths] = positionals;
const port = parsePort(values.port);
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if ((command !== 'open' && command !== 'export') || paths.length === 0 || port === undefined) {
  console.error(usage);
  process.exit(2);
}

const { logs, refused } = await convertPaths(paths, values);
for (const { name, because } of refused) console.error(plain(`Not a log: ${name} (${because})`));
if (logs.length === 0) {
  console.error('None of the files is a log that the kit knows.');
  process.exit(3);
}
if (command === 'export') {
  const written = await exportLogs(logs, values.markdown ? 'markdown' : 'html', values.out);
  for (const path of written) console.log(plain(path));
} else {
  const { url } = await serveReplays(logs, pageParts(), port);
  console.log(`${logs.length === 1 ? 'The replay is' : `${logs.length} replays are`} at ${url} (Ctrl+C ends it)`);
  if (values.browser && process.stdout.isTTY) openBrowser(url);
}
