import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, dialog, ipcMain, net, protocol } from 'electron';
import { sendFile } from './sendFile.ts';

/** What the person has chosen; nothing else is read for the page. */
const chosen = new Set<string>();
const pages = join(import.meta.dirname, 'renderer');

// A scheme of its own: pages of `file:` have no origin, and such a page may not start a module worker.
protocol.registerSchemesAsPrivileged([
  { scheme: 'replay', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

ipcMain.handle('choose-logs', async () => {
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'] });
  for (const path of filePaths) chosen.add(path);
  return filePaths;
});

ipcMain.on('read-log', (event, path: unknown) => {
  const [port] = event.ports;
  if (port === undefined) return;
  if (typeof path === 'string' && chosen.has(path)) void sendFile(path, port);
  else port.postMessage({ is: 'failed', message: 'Nobody has chosen this file.' });
});

await app.whenReady();
protocol.handle('replay', (request) => {
  const path = normalize(join(pages, decodeURIComponent(new URL(request.url).pathname)));
  if (!path.startsWith(pages)) return new Response(null, { status: 404 });
  return net.fetch(pathToFileURL(path).href);
});
const window = new BrowserWindow({
  width: 1280,
  height: 860,
  webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
});
window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
await window.loadURL('replay://app/index.html');
app.on('window-all-closed', () => app.quit());
