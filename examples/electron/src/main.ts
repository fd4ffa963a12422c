import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, net, protocol } from 'electron';
import { openWindow } from './openWindow.ts';

const preload = join(import.meta.dirname, 'preload.cjs');
const createWindow = () => new BrowserWindow({ width: 1280, height: 860, webPreferences: { preload } });

await openWindow({ app, dialog, ipcMain, net, protocol, createWindow }, join(import.meta.dirname, 'renderer'));
