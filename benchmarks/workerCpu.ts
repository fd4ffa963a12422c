import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/**
 * CPU milliseconds of all workers of a browser's open pages since they began, as Linux tells them of each thread; NaN on other systems. A
 * trace often lacks most of a worker's tasks.
 */
export async function workerCpu(browser: Browser): Promise<number> {
  if (!existsSync('/proc/self/schedstat')) return Number.NaN;
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  await client.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + workersOf(id), 0);
}

function workersOf(process: number): number {
  const tasks = `/proc/${process}/task`;
  const workers = readdirSync(tasks).filter((task) =>
    readFileSync(`${tasks}/${task}/comm`, 'utf8').startsWith('DedicatedWorker'),
  );
  return workers.reduce((sum, task) => sum + cpuOf(readFileSync(`${tasks}/${task}/schedstat`, 'utf8')), 0);
}

/** The first number of a `schedstat` is the time on a processor, in nanoseconds. */
function cpuOf(schedstat: string): number {
  return Number(schedstat.split(' ')[0]) / 1e6;
}
