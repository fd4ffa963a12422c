import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('logs', {
  choose: (): Promise<string[]> => ipcRenderer.invoke('choose-logs'),
});

// The bridge takes no ports; a message of the window does.
window.addEventListener('message', ({ source, data, ports }) => {
  if (source !== window || data?.is !== 'read-log') return;
  ipcRenderer.postMessage('read-log', data.path, [...ports]);
});
