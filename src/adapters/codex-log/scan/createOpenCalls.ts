import { readScript } from '../grammar/readScript.ts';

/** What has begun and not ended yet, as far as the lines tell. */
export interface OpenCalls {
  openExec(command: string): void;
  /** Takes the command that has waited longest: results say nothing of whose they are. */
  takeExec(): void;
  /** Takes this command; false where it is not open. */
  takeCommand(command: string): boolean;
  /** Whether a command of several lines is open that begins with this one. */
  hasCommandFrom(firstLine: string): boolean;
  readonly execCount: number;
  openTool(key: string): void;
  closeTool(key: string): void;
  hasTool(key: string): boolean;
  readonly toolCount: number;
  /** The script whose result was taken last. */
  readonly current: string | undefined;
  /** The scripts that ran beside it, and itself. */
  readonly batch: readonly string[];
}

/** Commands that overlap are remembered together until none is open any more. */
const MAX_BATCH = 64;

export function createOpenCalls(): OpenCalls {
  const execs: string[] = [];
  let batch: string[] = [];
  let current: string | undefined;
  const tools = new Map<string, number>();

  return {
    openExec(command) {
      if (execs.length === 0) batch = [];
      execs.push(command);
      if (batch.length < MAX_BATCH) batch.push(command);
    },
    takeExec() {
      current = execs.shift();
    },
    takeCommand(command) {
      const at = execs.indexOf(command);
      if (at === -1) return false;
      [current] = execs.splice(at, 1);
      return true;
    },
    hasCommandFrom: (firstLine) => execs.some((command) => command.startsWith(`${firstLine}\n`)),
    get execCount() {
      return execs.length;
    },
    openTool(key) {
      tools.set(key, (tools.get(key) ?? 0) + 1);
    },
    closeTool(key) {
      const count = tools.get(key) ?? 0;
      if (count <= 1) tools.delete(key);
      else tools.set(key, count - 1);
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
