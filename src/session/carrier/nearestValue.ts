import type {
  ContextType,
  ContributionType,
  Decision,
  PhaseType,
  SessionStatus,
  ToolCategory,
} from '../schema/std001v30.ts';

/** Groups of words that files use in place of each value of an enumeration; the value itself goes without saying. */
type Words<Value extends string> = Readonly<Partial<Record<Value, string>>>;

const status: Words<SessionStatus> = {
  success: 'succeeded completed complete done finished ok passed pass resolved approved',
  failed: 'failure fail error errored aborted abort cancelled canceled interrupted timeout rejected blocked denied',
  in_progress: 'running active pending started ongoing partial paused waiting incomplete open',
};

const category: Words<ToolCategory> = {
  perception: 'read search exploration observe query',
  action: 'write edit execute execution command',
  interaction: 'communication delegation agent subagent user',
  planning: 'plan analysis review design',
  task_management: 'task tasks todo management',
};

const phase: Words<PhaseType> = {
  understand: 'understanding requirement requirements analyze analyse analysis 理解 分析',
  explore: 'exploration exploring research investigate search 探索 调研',
  plan: 'planning design designing 规划 计划 设计',
  execute: 'execution executing implement implementation develop development code coding fix 执行 实现',
  verify: 'verification verifying validate validation test testing review check 验证 测试',
  mixed: 'mix other',
  unclassified: 'unknown none',
};

const context: Words<ContextType> = {
  claude_md: 'claude claude.md',
  rule: 'rules',
  standard: 'standards external guideline best_practice',
  skill: 'skills knowledge pattern graph temp',
  spec: 'specs specification requirement',
  file: 'files code directory config document screenshot',
  user_message: 'user_input user user_feedback prompt message',
  tool_result: 'exploration_result tool_output command_output search_result error test_result',
  capability: 'capability_snapshot capabilities',
};

const contribution: Words<ContributionType> = {
  file_content: 'file code',
  search_result: 'search file_discovery search_results',
  command_output: 'command output test_result build_result',
  knowledge: 'skill spec insight analysis',
};

const decision: Words<Decision['type']> = {
  tool_selection: 'tool tool_choice',
  approach: 'analysis design architecture strategy implementation',
  error_handling: 'error fix recovery debug',
  skip: 'skipped omit',
  retry: 'retrying',
};

const level: Words<'high' | 'medium' | 'low'> = {
  high: 'critical certain strong very_high',
  medium: 'normal moderate mid',
  low: 'minor weak uncertain',
};

const annotator: Words<'agent' | 'human' | 'auto'> = {
  agent: 'ai assistant model claude',
  human: 'user person reviewer',
  auto: 'automatic system tool',
};

const usage: Words<'read' | 'modified' | 'read_then_modified'> = {
  read: 'reading reference referenced',
  modified: 'write written edited created',
  read_then_modified: 'read_and_modified read_modified read_write',
};

const enumerations = {
  status: valuesOf(status),
  category: valuesOf(category),
  phase: valuesOf(phase),
  context: valuesOf(context),
  contribution: valuesOf(contribution),
  decision: valuesOf(decision),
  level: valuesOf(level),
  annotator: valuesOf(annotator),
  usage: valuesOf(usage),
};

export type Enumeration = keyof typeof enumerations;
export type ValueOf<Name extends Enumeration> = string & ReturnTypeOfMap<(typeof enumerations)[Name]>;
type ReturnTypeOfMap<Values> = Values extends Map<string, infer Value> ? Value : never;

function valuesOf<Value extends string>(words: Words<Value>): Map<string, Value> {
  const values = Object.keys(words) as Value[];
  return new Map(
    values.flatMap((value) => [value, ...(words[value] ?? '').split(' ')].map((word) => [word, value] as const)),
  );
}

/** The value of an enumeration that a word stands for, however it is written; undefined where no value is near. */
export function nearestValue<Name extends Enumeration>(name: Name, word: string): ValueOf<Name> | undefined {
  const key = word.trim().toLowerCase().replaceAll(/[\s-]/g, '_');
  return enumerations[name].get(key) as ValueOf<Name> | undefined;
}
