import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';

const processOwner = z.object({
  host: z.string(),
  /** Boot and container, within which process numbers are unique on one host. Empty where unknown. */
  scope: z.string(),
  pid: z.number().int().positive(),
  /** ISO 8601. */
  started: z.string(),
  /** Start in clock ticks since boot; absent where the system does not say. */
  ticks: z.string().optional(),
});

/** The process that holds a lock or a folder, described well enough for another process to tell whether it is still alive. */
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

/** Parses the JSON of {@link thisProcess}; undefined for anything else. */
export function parseOwner(json: string): ProcessOwner | undefined {
  try {
    return processOwner.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Whether an owner is alive; `unknown` for another host or container, and where the system does not say when a process began. */
export function lifeOf(owner: ProcessOwner): 'alive' | 'dead' | 'unknown' {
  const here = thisProcess();
  if (owner.host !== here.host || owner.scope !== here.scope) return 'unknown';
  if (!exists(owner.pid)) return 'dead';
  // Process numbers are reused: in a new container the next run gets that of the last.
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

/** Linux only: the boot id and the namespace of process numbers. */
function scopeHere(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Linux only: field 22 of `/proc/<pid>/stat` (proc_pid_stat(5)); the name in field 2 may contain anything. */
function ticksOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
