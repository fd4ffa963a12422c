import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

const processOwner = z.object({
  host: z.string(),
  /** Tells apart, on one host, where numbers of processes mean different ones: boots and containers. Empty where unknown. */
  scope: z.string(),
  pid: z.number().int().positive(),
  /** ISO 8601. */
  started: z.string(),
  /** Start in clock ticks since boot; absent where the system does not tell. */
  ticks: z.string().optional(),
});

/** The process that holds a lock or a folder: enough for another one to tell whether it still lives. */
export type ProcessOwner = z.infer<typeof processOwner>;

/** This process. */
export function thisProcess(): ProcessOwner {
  const ticks = ticksOf(process.pid);
  return {
    host: hostname(),
    scope: scopeHere(),
    pid: process.pid,
    started: new Date(performance.timeOrigin).toISOString(),
    ...(ticks === undefined ? {} : { ticks }),
  };
}

/** What {@link thisProcess} gave, from its JSON; undefined for anything else. */
export function parseOwner(json: string): ProcessOwner | undefined {
  try {
    return processOwner.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Whether an owner lives; `unknown` of another host or container, and where the system does not tell when a process began. */
export function lifeOf(owner: ProcessOwner): 'alive' | 'dead' | 'unknown' {
  const here = thisProcess();
  if (owner.host !== here.host || owner.scope !== here.scope) return 'unknown';
  if (!exists(owner.pid)) return 'dead';
  // Numbers are given again: in a new container the next run has that of the last.
  if (owner.pid === here.pid) return owner.started === here.started && owner.ticks === here.ticks ? 'alive' : 'dead';
  const ticks = ticksOf(owner.pid);
  if (ticks === undefined || owner.ticks === undefined) return 'unknown';
  return ticks === owner.ticks ? 'alive' : 'dead';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux alone: the boot, and the space of process numbers. */
function scopeHere(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Linux alone: field 22 of `/proc/<pid>/stat` (proc_pid_stat(5)); the name in field 2 may hold anything. */
function ticksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
