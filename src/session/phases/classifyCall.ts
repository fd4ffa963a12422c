import { commandPurpose } from '../facts/commandPurpose.ts';
import { toolFacts } from '../facts/toolFacts.ts';
import type { Outcome } from '../schema/itemParts.ts';
import type { PhaseType, ToolCategory } from '../schema/std001v30.ts';

/** The facts about a call that phase inference needs. */
export interface PhaseCall {
  call_id: string;
  tool_name: string;
  tool_category: ToolCategory;
  /** The command of a shell call; `Bash(command)` is accepted too. */
  raw_command?: string;
  description?: string;
  /** The file that the call reads or writes. */
  path?: string;
  outcome?: Outcome;
  /** Start and duration, ms; without them phases are measured by the number of their calls alone. */
  startedMs?: number;
  durationMs?: number;
  /** It is the first call after a prompt of the user. */
  afterPrompt?: boolean;
}

/** The phases that a call can indicate. */
export type ClearPhase = Exclude<PhaseType, 'understand' | 'mixed' | 'unclassified'>;

/** The phase that a call indicates, and whether clearly; undefined where it indicates none. */
export interface Evidence {
  phase: ClearPhase | undefined;
  clear: boolean;
}

/** What happened before the call. */
export interface Progress {
  /** An earlier call has changed something. */
  hasExecuted: boolean;
}

const image = /\.(?:png|jpe?g|gif|webp|bmp)$/i;
const screenshot = /screenshot/i;

/** Names of documents that contain a plan: plans, specs, designs, decisions. */
const planDocument =
  /(?:^|[/\\])(?:plans?|specs?|design|designs|rfcs?|adrs?|proposals?)[/\\]|(?:^|[/\\])(?:plan|spec|design|rfc|adr|proposal)s?[-_.\d]/i;

/** The phase that a call indicates by itself: by its tool, its command, its file. */
export function classifyCall(call: PhaseCall, { hasExecuted }: Progress): Evidence {
  const tool = toolFacts(call.tool_name);
  const clear = (phase: Evidence['phase']): Evidence => ({ phase, clear: true });
  if (tool.continues) return { phase: undefined, clear: false };
  if (tool.access === 'change' && tool.family !== 'tool' && tool.family !== 'puzzle')
    return clear(isPlanDocument(call, hasExecuted) ? 'plan' : 'execute');
  if (tool.shell) return shellEvidence(call, hasExecuted);
  if (
    tool.family === 'picture' ||
    screenshot.test(call.tool_name) ||
    (call.tool_category === 'perception' && image.test(call.path ?? ''))
  ) {
    return clear(hasExecuted ? 'verify' : 'explore');
  }
  if (tool.family === 'todo') return checklist(hasExecuted);
  switch (call.tool_category) {
    case 'perception':
      return clear('explore');
    case 'planning':
      return clear(planning(call, hasExecuted));
    case 'task_management':
      return checklist(hasExecuted);
    case 'interaction':
      return { phase: phaseInWords(call.description ?? ''), clear: false };
    case 'action':
      return { phase: phaseInWords(`${call.tool_name} ${call.description ?? ''}`) ?? 'execute', clear: false };
  }
}

/** A checklist is planning until something is changed; after that it only tracks progress. */
function checklist(hasExecuted: boolean): Evidence {
  return { phase: hasExecuted ? undefined : 'plan', clear: false };
}

/** A document is a plan if it is written before anything is changed, or into a tool's own folder; later it is work. */
function isPlanDocument({ path }: PhaseCall, hasExecuted: boolean): boolean {
  if (path === undefined || !/\.(?:md|mdx|txt|rst|json|ya?ml)$/i.test(path)) return false;
  return /[/\\]\.[\w-]+[/\\]plans[/\\]/.test(path) || (!hasExecuted && planDocument.test(path));
}

function shellEvidence({ raw_command, description }: PhaseCall, hasExecuted: boolean): Evidence {
  if (raw_command === undefined) return { phase: phaseInWords(description ?? '') ?? 'execute', clear: false };
  switch (commandPurpose(raw_command)) {
    case 'test':
      // A check before the first change only looks at the state of things.
      return { phase: hasExecuted ? 'verify' : 'explore', clear: true };
    case 'read':
      return { phase: 'explore', clear: true };
    case 'change':
      return { phase: 'execute', clear: false };
    case 'other':
      return { phase: undefined, clear: false };
  }
}

const words: readonly (readonly [Evidence['phase'], RegExp])[] = [
  ['verify', /\b(?:verify|verif|validate|check|review|test|tests)\b|验证|检查|测试|审查|评审|确认|验收/i],
  ['plan', /\b(?:plan|planning|design|spec)\b|规划|计划|设计|方案|评估/i],
  [
    'explore',
    /\b(?:explore|search|find|research|investigate|analy[sz]e|understand|look)\b|探索|搜索|查找|调研|分析|了解|阅读/i,
  ],
  ['execute', /\b(?:implement|write|fix|add|create|update|refactor|build)\b|实现|编写|修复|添加|创建|更新|重构|开发/i],
];

/** The phase that a name or a description indicates, in English or Chinese. */
function phaseInWords(text: string): Evidence['phase'] {
  return words.find(([, pattern]) => pattern.test(text))?.[0];
}

function planning(call: PhaseCall, hasExecuted: boolean): Evidence['phase'] {
  const stated = phaseInWords(`${call.tool_name} ${call.description ?? ''}`);
  return hasExecuted && stated === 'verify' ? 'verify' : 'plan';
}
