import { normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SendingPort, sendFile } from './sendFile.ts';

/** The parts of Electron that the main process uses; `main.ts` passes the real ones, a test its own. */
export interface Desktop {
  readonly app: {
    whenReady(): Promise<unknown>;
    on(event: 'window-all-closed', listener: () => void): unknown;
    quit(): void;
  };
  readonly dialog: {
    showOpenDialog(options: { properties: ('openFile' | 'multiSelections')[] }): Promise<{ filePaths: string[] }>;
  };
  readonly ipcMain: {
    handle(channel: string, listener: () => Promise<string[]>): void;
    on(channel: string, listener: (event: { ports: SendingPort[] }, path: unknown) => void): unknown;
  };
  readonly net: { fetch(url: string): Promise<Response> };
  readonly protocol: {
    registerSchemesAsPrivileged(
      schemes: { scheme: string; privileges: { standard: boolean; secure: boolean; supportFetchAPI: boolean } }[],
    ): void;
    handle(scheme: string, handler: (request: { url: string }) => Response | Promise<Response>): void;
  };
  readonly createWindow: () => {
    loadURL(url: string): Promise<void>;
    readonly webContents: { setWindowOpenHandler(handler: () => { action: 'deny' }): void };
  };
}

const scheme = 'replay';

/** Opens the window: its page comes only from the folder `pages`, and reads only files that the user chose. */
export async function openWindow(
  { app, dialog, ipcMain, net, protocol, createWindow }: Desktop,
  pages: string,
): Promise<void> {
  const chosen = new Set<string>();
  // A scheme of its own: `file:` pages have no origin and may therefore not start a module worker.
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  ipcMain.handle('choose-logs', async () => {
    const { filePaths } = await dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'] });
    for (const path of filePaths) chosen.add(path);
    return filePaths;
  });
  ipcMain.on('read-log', ({ ports: [port] }, path) => {
    if (port === undefined) return;
    if (typeof path === 'string' && chosen.has(path)) void sendFile(path, port);
    else port.postMessage({ is: 'failed', message: 'Nobody has chosen this file.' });
  });
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  protocol.handle(scheme, ({ url }) => {
    const path = pagePath(pages, url);
    return path === undefined ? new Response(null, { status: 404 }) : net.fetch(pathToFileURL(path).href);
  });
  const window = createWindow();
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  await window.loadURL(`${scheme}://app/index.html`);
}

/** The file for a page's address; undefined where the address is invalid or leads out of the folder. */
function pagePath(pages: string, url: string): string | undefined {
  try {
    const path = normalize(`${pages}${sep}${decodeURIComponent(new URL(url).pathname)}`);
    return path.startsWith(`${normalize(pages)}${sep}`) && !path.includes('\0') ? path : undefined;
  } catch {
    return undefined;
  }
}
