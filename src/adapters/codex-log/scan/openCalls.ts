import { createWaitingLine } from '../createWaitingLine.ts';
import { readScript } from '../grammar/commands.ts';

/** The calls that have begun and not ended, according to the lines. */
export interface OpenCalls {
  openExec(command: string): void;
  /** Takes the oldest open command, because results do not say whose they are. */
  takeExec(): void;
  /** Takes this command; false if it is not open. */
  takeCommand(command: string): boolean;
  /** Whether a command of several lines that begins with this line is open. */
  hasCommandFrom(firstLine: string): boolean;
  readonly execCount: number;
  openTool(key: string): void;
  closeTool(key: string): void;
  hasTool(key: string): boolean;
  readonly toolCount: number;
  /** The key of the oldest open call in the form `name(arguments)`. */
  readonly oldestInvocation: string | undefined;
  /** The script whose result was taken last. */
  readonly current: string | undefined;
  /** That script, and the scripts that ran at the same time. */
  readonly batch: readonly string[];
}

/** Overlapping commands are kept together until none is open. */
const MAX_BATCH = 64;

export function createOpenCalls(): OpenCalls {
  const execs = createWaitingLine<string>();
  /** How many open commands of several lines begin with a line. */
  const firstLines = new Map<string, number>();
  let batch: string[] = [];
  let current: string | undefined;
  const tools = new Map<string, number>();
  /** Those of them that are `name(arguments)`. */
  const invocations = new Map<string, number>();

  const end = (command: string | undefined): void => {
    current = command;
    const first = firstLineOf(command);
    if (first !== undefined) countDown(firstLines, first);
  };

  return {
    openExec(command) {
      if (execs.size === 0) batch = [];
      execs.add(command, command);
      if (batch.length < MAX_BATCH) batch.push(command);
      const first = firstLineOf(command);
      if (first !== undefined) countUp(firstLines, first);
    },
    takeExec() {
      end(execs.takeOldest());
    },
    takeCommand(command) {
      const taken = execs.take(command);
      if (taken !== undefined) end(taken);
      return taken !== undefined;
    },
    hasCommandFrom: (firstLine) => firstLines.has(firstLine),
    get execCount() {
      return execs.size;
    },
    openTool(key) {
      countUp(tools, key);
      if (key.endsWith(')')) countUp(invocations, key);
    },
    closeTool(key) {
      countDown(tools, key);
      countDown(invocations, key);
    },
    get oldestInvocation() {
      return invocations.keys().next().value;
    },
    hasTool: (key) => tools.has(key),
    get toolCount() {
      return tools.size;
    },
    get current() {
      return current === undefined ? undefined : readScript(current);
    },
    get batch() {
      return batch.map(readScript);
    },
  };
}

/** The first line of a command that has more than one. */
function firstLineOf(command: string | undefined): string | undefined {
  const end = command?.indexOf('\n') ?? -1;
  return end === -1 ? undefined : command?.slice(0, end);
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function countDown(counts: Map<string, number>, key: string): void {
  const count = counts.get(key) ?? 0;
  if (count <= 1) counts.delete(key);
  else counts.set(key, count - 1);
}
