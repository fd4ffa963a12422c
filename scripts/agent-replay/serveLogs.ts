import { homedir } from 'node:os';
import type { Prices } from '../../src/session/index.ts';
import { prepareOutput } from '../etl/sessionFolder.ts';
import { appFolder } from '../serve/appFolder.ts';
import { createCatalogueReader } from '../serve/catalogueReader.ts';
import { notesFolder } from '../serve/keptNotes.ts';
import type { Library, LibraryNews, LibraryOptions } from '../serve/library.ts';
import { openLibraryThread } from '../serve/openLibraryThread.ts';
import { serveSessions } from '../serve/serveSessions.ts';
import { project } from './kit.ts';
import { pageParts } from './pageParts.ts';
import { plain, type Terminal } from './terminal.ts';

export interface ServeLogsOptions extends Pick<LibraryOptions, 'paths' | 'adapters'> {
  /** Absolute path of the folder where converted sessions are kept. */
  out: string;
  /** Work out costs that logs do not state. */
  prices: Prices | undefined;
  /** 0 picks any free port. */
  port: number;
  /** Hears what happens to the logs, as the open pages do. @default nobody */
  hear?: (news: LibraryNews) => void;
}

/** Serves the sessions of logs until the user ends the command; prints what goes wrong meanwhile. */
export async function serveLogs(
  { paths, adapters, out, prices, port, hear }: ServeLogsOptions,
  terminal: Terminal,
): Promise<{ url: string; library: Library }> {
  // The folder must be there before anybody reads from it.
  prepareOutput(out);
  const reader = createCatalogueReader(out, project);
  let reportToPages: (news: LibraryNews) => void = () => undefined;
  const report = (news: LibraryNews): void => {
    reportToPages(news);
    hear?.(news);
    if (news.is !== 'trouble') return;
    const { t, say } = terminal;
    const shorter = t(news.message, '日志变短了：它已被重写，将从头读取。');
    say(plain(news.code === 'log-shrunk' ? shorter : news.message), 'red');
  };
  const library = await openLibraryThread({ paths, out, project, adapters, report });
  const notes = notesFolder({ platform: process.platform, env: process.env, home: homedir() });
  const served = await serveSessions({ out, notes, reader, library, app: appFolder(), pageParts, prices, port });
  reportToPages = served.report;
  endWith(async () => {
    served.server.close();
    served.server.closeAllConnections();
    await library.close();
    await reader.close();
  });
  return { url: served.url, library };
}

/** Ends what runs when the user ends the command; a second time, at once. */
function endWith(close: () => Promise<void>): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(code));
      void close().finally(() => process.exit(code));
    });
  }
}
