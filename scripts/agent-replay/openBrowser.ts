import { spawn } from 'node:child_process';

const commands: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser; does nothing, silently, where there is none. */
export function openBrowser(url: string): void {
  const [command = 'xdg-open', ...rest] = commands[process.platform] ?? [];
  spawn(command, [...rest, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
