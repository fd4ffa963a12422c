import type { Page } from 'playwright';

/** CPU milliseconds of the threads of a page between two marks. Unlike wall time, other programs on the machine hardly change it. */
export interface CpuSpan {
  /** The thread of the page itself. */
  readonly main: number;
  /** Its workers together. A trace lacks what they do later than a second or so: for all of it ask `workerCpu`. */
  readonly workers: number;
  /** What the engine does beside them: collecting garbage, compiling, drawing pixels. */
  readonly helpers: number;
  /** The longest single task of the page's thread. */
  readonly longest: number;
}

/** What the threads of a page did while it was traced, marked by `performance.mark` of the page. */
export interface CpuTrace {
  /** From the first mark of one name to the first of another. Throws where a mark is missing. */
  between(from: string, to: string): CpuSpan;
  /** Of the page's thread between each two neighbouring marks of a name. */
  eachBetween(name: string): number[];
  /** Of each task of the page's thread in which a mark of that name was set. */
  tasksWith(name: string): number[];
}

interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: the start, the length by the clock, the length by the thread's own clock. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Task {
  readonly start: number;
  readonly end: number;
  readonly cpu: number;
  readonly thread: 'main' | 'workers' | 'helpers';
}

// With few categories, the last tasks of a worker are missing from a trace.
const categories = [
  '-*',
  'toplevel',
  'blink.user_timing',
  '__metadata',
  'devtools.timeline',
  'v8',
  'disabled-by-default-v8.gc',
];
// Of some tasks a trace has only what runs at their end: React draws then, which may be all of a task's work.
const taskNames = new Set([
  'ThreadControllerImpl::RunTask',
  'ThreadPool_RunTask',
  'BlinkScheduler_PerformMicrotaskCheckpoint',
]);

/** Does some work with a page and traces what it costs. The work sets the marks. */
export async function traced<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpu: CpuTrace }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('Only a page of a browser that was launched can be traced.');
  await browser.startTracing(page, { categories });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return { result, cpu: readTrace(traceEvents) };
}

/** Reads the events of a trace that has one page with marks. */
export function readTrace(events: readonly TraceEvent[]): CpuTrace {
  const marks = events.filter(({ cat, ph }) => cat.includes('blink.user_timing') && (ph === 'R' || ph === 'I'));
  const page = marks[0]?.pid;
  const tasks = tasksOf(events.filter(({ pid }) => pid === page));
  const main = tasks.filter(({ thread }) => thread === 'main');
  const timesOf = (name: string): number[] => marks.filter((mark) => mark.name === name).map(({ ts }) => ts);
  const timeOf = (name: string, time: number | undefined): number => {
    if (time === undefined) throw new Error(`The page set no mark "${name}" while it was traced.`);
    return time;
  };
  const cpuIn = (list: readonly Task[], from: number, to: number): number =>
    list.reduce((sum, task) => sum + cpuWithin(task, from, to), 0);
  return {
    between(from, to) {
      const [start, end] = [timeOf(from, timesOf(from)[0]), timeOf(to, timesOf(to)[0])];
      const of = (thread: Task['thread']): number =>
        cpuIn(
          tasks.filter((task) => task.thread === thread),
          start,
          end,
        );
      const longest = main.reduce((most, task) => Math.max(most, cpuWithin(task, start, end)), 0);
      return { main: of('main'), workers: of('workers'), helpers: of('helpers'), longest };
    },
    eachBetween(name) {
      const times = timesOf(name);
      return times.slice(1).map((to, n) => cpuIn(main, times[n] as number, to));
    },
    tasksWith(name) {
      const times = timesOf(name);
      return main.filter(({ start, end }) => times.some((at) => at >= start && at <= end)).map(({ cpu }) => cpu);
    },
  };
}

/** The outermost tasks of all threads, each thread's in order. */
function tasksOf(events: readonly TraceEvent[]): Task[] {
  const names = new Map<number, string>();
  for (const { name, tid, args } of events) if (name === 'thread_name') names.set(tid, args?.name ?? '');
  const ends = new Map<number, number>();
  const found: Task[] = [];
  for (const { name, tid, ts, dur, tdur } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (!taskNames.has(name) || dur === undefined || tdur === undefined || ts < (ends.get(tid) ?? 0)) continue;
    ends.set(tid, ts + dur);
    const thread = names.get(tid) ?? '';
    found.push({
      start: ts,
      end: ts + dur,
      cpu: tdur / 1000,
      thread: thread === 'CrRendererMain' ? 'main' : thread.startsWith('DedicatedWorker') ? 'workers' : 'helpers',
    });
  }
  return found;
}

/** What a task cost within a time; of one that reaches beyond it, as large a part as of its time. */
function cpuWithin({ start, end, cpu }: Task, from: number, to: number): number {
  const shared = Math.min(end, to) - Math.max(start, from);
  if (shared < 0) return 0;
  return end === start ? cpu : (cpu * shared) / (end - start);
}
