import type * as z from 'zod';
import {
  annotator,
  contextType,
  contributionType,
  decisionType,
  level,
  phaseType,
  sessionStatus,
  toolCategory,
  usageMode,
} from '../schema/std001v30.ts';

type Synonyms = ReadonlyMap<string, string>;

/** The words that files use for each value of an enumeration, besides the value itself. */
const synonyms = new Map<z.ZodType, Synonyms>([
  table(sessionStatus, {
    success: 'succeeded completed complete done finished ok passed pass resolved approved',
    failed: 'failure fail error errored aborted abort cancelled canceled interrupted timeout rejected blocked denied',
    in_progress: 'running active pending started ongoing partial paused waiting incomplete open',
  }),
  table(toolCategory, {
    perception: 'read search exploration observe query',
    action: 'write edit execute execution command',
    interaction: 'communication delegation agent subagent user',
    planning: 'plan analysis review design',
    task_management: 'task tasks todo management',
  }),
  table(phaseType, {
    understand: 'understanding requirement requirements analyze analyse analysis 理解 分析',
    explore: 'exploration exploring research investigate search 探索 调研',
    plan: 'planning design designing 规划 计划 设计',
    execute: 'execution executing implement implementation develop development code coding fix 执行 实现',
    verify: 'verification verifying validate validation test testing review check 验证 测试',
    mixed: 'mix other',
    unclassified: 'unknown none',
  }),
  table(contextType, {
    claude_md: 'claude claude.md',
    rule: 'rules',
    standard: 'standards external guideline best_practice',
    skill: 'skills knowledge pattern graph temp',
    spec: 'specs specification requirement',
    file: 'files code directory config document screenshot',
    user_message: 'user_input user user_feedback prompt message',
    tool_result: 'exploration_result tool_output command_output search_result error test_result',
    capability: 'capability_snapshot capabilities',
  }),
  table(contributionType, {
    file_content: 'file code',
    search_result: 'search file_discovery search_results',
    command_output: 'command output test_result build_result',
    knowledge: 'skill spec insight analysis',
  }),
  table(decisionType, {
    tool_selection: 'tool tool_choice',
    approach: 'analysis design architecture strategy implementation',
    error_handling: 'error fix recovery debug',
    skip: 'skipped omit',
    retry: 'retrying',
  }),
  table(level, {
    high: 'critical certain strong very_high',
    medium: 'normal moderate mid',
    low: 'minor weak uncertain',
  }),
  table(annotator, {
    agent: 'ai assistant model claude',
    human: 'user person reviewer',
    auto: 'automatic system tool',
  }),
  table(usageMode, {
    read: 'reading reference referenced',
    modified: 'write written edited created',
    read_then_modified: 'read_and_modified read_modified read_write',
  }),
]);

function table<Value extends string>(
  schema: z.ZodEnum<Record<Value, Value>>,
  words: Readonly<Record<Value, string>>,
): [z.ZodType, Synonyms] {
  const entries = schema.options.flatMap((value) => [value, ...words[value].split(' ')].map((word) => [word, value]));
  return [schema, new Map(entries as [string, string][])];
}

/**
 * The value of an enumeration that a word stands for, in any spelling; undefined where none is near. For an enumeration without synonyms
 * only the values themselves count.
 */
export function nearestValue<Enumeration extends z.ZodEnum>(
  schema: Enumeration,
  word: string,
): z.infer<Enumeration> | undefined {
  const key = word.trim().toLowerCase().replaceAll(/[\s-]/g, '_');
  const near = synonyms.get(schema)?.get(key) ?? schema.options.find((value) => value === word);
  return near as z.infer<Enumeration> | undefined;
}
