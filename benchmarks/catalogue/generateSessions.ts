import type { CataloguedSession, DoneSource, Passage } from '../../scripts/etl/catalogue/contract.ts';
import type { DetectedFile } from '../../scripts/etl/etlState.ts';

/** Pseudo-random numbers, the same in every run (mulberry32). */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const formats = ['claude-code', 'codex-rollout', 'codex-log', 'gemini-cli', 'copilot-cli'];
const models = ['claude-opus-4-5', 'gpt-5.6', 'claude-sonnet-5', 'gemini-3-pro', 'gpt-5.6-mini'];
const tools = ['Bash', 'Edit', 'Read', 'Grep', 'WebFetch', 'Task', 'mcp__tides__forecast'];
const outcomes = ['succeeded', 'succeeded', 'succeeded', 'failed', 'interrupted'];
const verbs = ['Fix', 'Add', 'Explain', 'Move', 'Test', 'Review', 'Rename', 'Speed up'];
const things = ['login', 'tide table', 'index', 'parser', 'checkout', 'harbour map', 'timeline', 'export'];
const chinese = ['修复登录', '补充测试', '解释索引', '检查潮汐表', '重命名字段'];

/** The sessions cover two years that end here, so that runs on any day measure the same. */
const END = Date.UTC(2026, 9, 1);
const SPAN = 2 * 365 * 86_400_000;

/** One session of a machine's history; higher numbers are newer. */
export function generateSession(number: number, total: number, passages?: Iterable<Passage>): CataloguedSession {
  const dice = createDice(number);
  const pick = <Each>(list: readonly Each[]): Each => list[Math.floor(dice() ** 2 * list.length)] as Each;
  const at = new Date(END - SPAN + Math.floor((SPAN * number) / total)).toISOString();
  const project = Math.floor(dice() ** 3 * 300);
  const title = dice() < 0.2 ? pick(chinese) : `${pick(verbs)} the ${pick(things)} of ${pick(things)} ${number % 997}`;
  const model = models[project % models.length] ?? '';
  const active = Math.floor(dice() * 3_600_000);
  const [input, output, cache_read] = [dice() * 90_000, dice() * 9000, dice() * 900_000].map(Math.floor) as [
    number,
    number,
    number,
  ];
  const failed = Math.floor(dice() * 9);
  const id = `${at.slice(0, 10)}-${String((number % 90_000) + 1).padStart(5, '0')}-session-${number}`;
  return {
    row: {
      session_id: id,
      task_title: title,
      status: 'success',
      outcome: pick(outcomes),
      created_at: at,
      total_duration_ms: active * 2,
      active_ms: active,
      model_id: model,
      tool_calls_count: Math.floor(dice() * 200),
      inner_tool_calls_count: 0,
      failed_calls_count: failed,
      inner_failed_calls_count: 0,
      tokens: input + output,
      models: [{ model, input, output, cache_read }],
      ...(failed === 0 ? {} : { failing_tools: [{ tool: pick(tools), n: failed }] }),
      longest_call: { tool: pick(tools), ms: Math.floor(dice() ** 4 * 900_000) },
      source_format: formats[project % formats.length] ?? '',
      project: `/home/lin/work/project-${project}`,
      source: sourcePath(number),
      key: `key-${number}`,
    },
    ...(passages === undefined ? {} : { passages }),
  };
}

export function sourcePath(number: number): string {
  return `/home/lin/.claude/projects/-home-lin-work-project-${number % 300}/${String(number).padStart(36, '0')}.jsonl`;
}

/** What an earlier run noted of a source. */
export function generateSource(number: number): DoneSource {
  const file = { path: sourcePath(number), size: 20_000 + number, modifiedMs: END - number, changedMs: END - number };
  const account = { records: 100, converted: 90, unknown: 0, ignored: { heartbeat: 10 }, dropped: 0 };
  return {
    format: 'claude-code',
    files: [{ ...file, sha256: 'a'.repeat(64) }],
    outputs: [{ id: `session-${number}`, look: 'b'.repeat(22) }],
    figures: { account, sessions: 1, masked: {}, losses: {} },
  };
}

export function generateFile(number: number): DetectedFile {
  return {
    size: 20_000 + number,
    modifiedMs: END - number,
    changedMs: END - number,
    claim: { format: 'claude-code', role: { is: 'primary', key: `key-${number}` } },
  } as DetectedFile;
}

const code = [
  'handleSubmit',
  'readIndex',
  'src/replay/createReplay.ts',
  'pnpm test --filter',
  'ENOENT: no such file',
  'git rebase main',
];
const prose = [
  'the test fails when the clock goes back',
  'look at the diff before you commit it',
  'now it holds on both systems',
  '先看代码再修正',
  '测试在这里失败了',
  '库存数量不对',
];

/** The text of a session of some 100 items: about 40 kB. */
export function* generatePassages(number: number): Generator<Passage> {
  const dice = createDice(number + 7_000_000);
  const word = (): string => `w${Math.floor(dice() ** 4 * 200_000).toString(36)}`;
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const pick = (list: readonly string[]): string => list[Math.floor(dice() * list.length)] ?? '';
  const kinds = ['prompt', 'reply', 'command', 'path', 'output'] as const;
  for (let item = 0; item < 100; item += 1) {
    const kind = kinds[item % kinds.length] ?? 'output';
    const text =
      kind === 'output' ? `${words(30)}\n${pick(code)}\n${words(40)}` : `${pick(prose)} ${pick(code)} ${words(12)}`;
    yield { kind, item: `item-${item}`, at: item * 1000, text };
  }
}
