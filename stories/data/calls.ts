import { createBuilders } from './builders.ts';

const { call } = createBuilders();

const root = '/home/mara/tidewatch';

const stationSource = [
  "import { parseOffset } from './parseOffset.ts';",
  '',
  'export interface Station {',
  '  name: string;',
  '  /** Minutes east of Greenwich. */',
  '  offset: number;',
  '}',
  '',
  'export function parseStation(line: string): Station {',
  "  const [name = '', zone = 'UTC'] = line.split(';');",
  '  return { name, offset: parseOffset(zone) };',
  '}',
].join('\n');

export const readFile = call('Read', 'perception', {
  seconds: 4107,
  params: { file_path: `${root}/src/stations/parseStation.ts` },
  context_contribution: {
    type: 'file_content',
    summary: 'How a line of the station list becomes a station.',
    full_content: stationSource,
  },
});

export const readRange = call('Read', 'perception', {
  seconds: 4109,
  duration_ms: 18,
  params: { file_path: `${root}/data/stations/north-sea.csv`, offset: 12, limit: 69 },
  context_contribution: { type: 'file_content', summary: '', full_content: 'Cuxhaven;Europe/Berlin\n'.repeat(69) },
});

export const search = call('Grep', 'perception', {
  seconds: 4116,
  duration_ms: 31,
  params: { pattern: 'parseOffset|utcOffset', path: `${root}/src`, output_mode: 'content' },
  context_contribution: {
    type: 'search_result',
    summary: 'Offsets are parsed once, when the list is read.',
    full_content: 'src/stations/parseStation.ts:1\nsrc/stations/parseOffset.ts:4\nsrc/tides/local.ts:22',
  },
});

export const edit = call('Edit', 'action', {
  seconds: 4131,
  duration_ms: 117,
  params: {
    file_path: `${root}/src/stations/parseStation.ts`,
    old_string: '  return { name, offset: parseOffset(zone) };',
    new_string: '  return { name, zone };',
    replace_all: false,
  },
  result: {
    display: 'The file was updated.',
    patches: [
      {
        path: `${root}/src/stations/parseStation.ts`,
        change: 'modified',
        hunks: [
          {
            old_start: 1,
            old_lines: 12,
            new_start: 1,
            new_lines: 10,
            lines: [
              "-import { parseOffset } from './parseOffset.ts';",
              '-',
              ' export interface Station {',
              '   name: string;',
              '-  /** Minutes east of Greenwich. */',
              '-  offset: number;',
              '+  /** IANA name: the offset depends on the date. */',
              '+  zone: string;',
              ' }',
              ' ',
              ' export function parseStation(line: string): Station {',
              "   const [name = '', zone = 'UTC'] = line.split(';');",
              '-  return { name, offset: parseOffset(zone) };',
              '+  return { name, zone };',
              ' }',
            ],
          },
        ],
      },
    ],
  },
});

export const editWithoutPatch = call('MultiEdit', 'action', {
  seconds: 4140,
  params: {
    file_path: `${root}/src/tides/local.ts`,
    edits: [
      {
        old_string: 'const local = utc + station.offset;',
        new_string: 'const local = utc + offsetAt(station.zone, utc);',
      },
      { old_string: 'export {\n  local,\n}', new_string: 'export {\n  local,\n  offsetAt,\n}' },
    ],
  },
  result: { display: '2 edits applied' },
});

export const write = call('Write', 'action', {
  seconds: 4150,
  params: {
    file_path: `${root}/src/stations/offsetAt.ts`,
    content:
      '/** Minutes east of Greenwich that a zone has at a moment. */\nexport function offsetAt(zone: string, utc: number): number {\n  return clockOf(zone, utc) - utc / 60_000;\n}\n',
  },
  result: { display: 'File created' },
});

export const command = call('Bash', 'action', {
  seconds: 4166,
  duration_ms: 14_320,
  description: 'Run the tests of the tide tables',
  params: { command: 'pnpm vitest run tests/tides --reporter=dot', timeout: 120_000 },
  command: 'pnpm vitest run tests/tides --reporter=dot',
  result: { text: '\n Test Files  4 passed (4)\n      Tests  61 passed (61)\n   Duration  13.80s', exit_code: 0 },
});

export const quietCommand = call('Bash', 'action', {
  seconds: 4170,
  duration_ms: 64,
  params: { command: 'git add -A src' },
  result: { text: '', exit_code: 0 },
});

const failingOutput = [
  ...Array.from({ length: 30 }, (_, at) => `\u001b[32m✓\u001b[39m tests/tides/harmonics.test.ts > M2 at hour ${at}`),
  '\u001b[31mFAIL\u001b[39m tests/stations/parseStation.test.ts > Cuxhaven in October',
  'AssertionError: expected 60 to be 120',
  '    at tests/stations/parseStation.test.ts:14:27',
  ' Tests  1 failed | 60 passed (61)',
].join('\n');

export const failedCommand = call('Bash', 'action', {
  seconds: 4180,
  duration_ms: 638,
  outcome: 'failed',
  description: 'Run the tests of the stations',
  params: { command: 'pnpm vitest run tests/stations' },
  result: { text: failingOutput, exit_code: 1 },
});

export const inferredFailure = call('Bash', 'action', {
  seconds: 4184,
  duration_ms: 640,
  outcome: 'failed',
  inferred: ['outcome', 'duration_ms'],
  params: { command: 'pnpm vitest run tests/stations 2>&1 | tail -3' },
  result: { text: 'AssertionError: expected 60 to be 120\n Tests  1 failed | 60 passed (61)', exit_code: 0 },
  error: '1 failed of 61 tests',
});

export const failedEdit = call('Edit', 'action', {
  seconds: 4190,
  outcome: 'failed',
  params: { file_path: `${root}/src/tides/local.ts`, old_string: 'a', new_string: 'b' },
  error: '<tool_use_error>String to replace not found in file.</tool_use_error>',
});

export const silentFailure = call('WebFetch', 'perception', {
  seconds: 4195,
  duration_ms: 30_000,
  outcome: 'failed',
  params: { url: 'https://tides.example.org/cuxhaven/2026-10', prompt: 'High waters of October' },
});

export const denied = call('Bash', 'action', {
  seconds: 4200,
  duration_ms: 9400,
  outcome: 'denied',
  params: { command: 'rm -rf data/stations' },
  error: 'The user does not want to proceed with this command.',
});

export const interrupted = call('Bash', 'action', {
  seconds: 4210,
  duration_ms: 333_000,
  outcome: 'interrupted',
  params: { command: 'python scripts/fit_harmonics.py --station cuxhaven --years 19' },
});

export const cancelled = call('Read', 'perception', {
  seconds: 4212,
  outcome: 'cancelled',
  params: { file_path: `${root}/docs/harmonics.md` },
});

export const unanswered = call('Bash', 'action', {
  seconds: 4220,
  duration_ms: 0,
  outcome: 'unanswered',
  params: { command: 'pnpm dev --host' },
});

export const running = call('Bash', 'action', {
  seconds: 4225,
  duration_ms: 45_000,
  params: { command: 'pnpm build && pnpm preview' },
  result: { text: 'built in 44.1s', exit_code: 0 },
});

export const abandoned = call('Write', 'action', {
  seconds: 4228,
  branch: 'abandoned',
  params: { file_path: `${root}/src/stations/summerTime.ts`, content: 'export const summerTime = 60;\n' },
});

export const masked = call('Bash', 'action', {
  seconds: 4232,
  duration_ms: 812,
  params: {
    command:
      'curl -H "Authorization: Bearer [REDACTED:api-key]" https://tides.example.org/v2/stations > /home/[REDACTED:user]/stations.json',
  },
  result: { text: '{"stations": 214, "key": "[REDACTED:api-key]"}', exit_code: 0 },
});

export const truncated = call('Bash', 'action', {
  seconds: 4236,
  duration_ms: 2100,
  truncated: true,
  params: { command: 'git log --stat' },
  result: { text: 'commit 4f2a\n'.repeat(256), exit_code: 0 },
});

export const shortened = call('Bash', 'action', {
  seconds: 4240,
  duration_ms: 5120,
  params: { command: 'node scripts/table.ts --year 2026' },
  result: {
    text: `${'2026-01-01 04:12 3.41\n'.repeat(120)}[… 1.21 MB omitted …]\n${'2026-12-31 22:40 3.02\n'.repeat(80)}`,
  },
  content_refs: [
    {
      pointer: '/output/result/text',
      sha256: 'a3'.repeat(32),
      bytes: 1_214_330,
      lines: 52_704,
      path: 'story.content/a3a3a3a3.txt',
    },
  ],
});

export const agent = call('Task', 'interaction', {
  seconds: 4250,
  duration_ms: 333_000,
  description: 'Find every place that assumes a fixed offset',
  params: {
    subagent_type: 'explorer',
    description: 'Find every place that assumes a fixed offset',
    prompt: 'Look through src and tests for arithmetic with station offsets. Report file and line.',
  },
  result: { text: 'Three places: `src/tides/local.ts:22`, `src/export/ical.ts:57`, `tests/fixtures/stations.ts:9`.' },
  subagent_info: {
    subagent_type: 'explorer',
    tool_uses: 15,
    tokens_used: 48_210,
    tools_breakdown: [
      { tool_name: 'Read', count: 8 },
      { tool_name: 'Grep', count: 4 },
      { tool_name: 'Bash', count: 3 },
    ],
  },
  context_contribution: { type: 'knowledge', summary: 'Three places add a fixed offset to UTC.' },
});

export const mcp = call('mcp__harbour__get_station', 'perception', {
  seconds: 4260,
  duration_ms: 420,
  params: { station: 'cuxhaven', fields: ['zone', 'datum'] },
  result: { display: 'Europe/Berlin, chart datum', zone: 'Europe/Berlin', datum: { name: 'LAT', metres: -1.84 } },
});

export const pictured = call('view_image', 'perception', {
  seconds: 4261,
  params: { path: `${root}/out/october.png` },
  result: {
    display: 'Image attached',
    attachments: [{ kind: 'image', media_type: 'image/png', name: 'october.png', bytes: 91_220 }],
  },
  content_refs: [
    {
      pointer: '/output/result/attachments/0',
      sha256: 'b7'.repeat(32),
      bytes: 91_220,
      lines: 0,
      path: 'story.content/b7.png',
    },
  ],
  context_contribution: {
    type: 'file_content',
    summary: 'The printed table of October.',
    full_content: 'Cuxhaven, October 2026\n25 05:12 3.41',
  },
});

export const web = call('WebSearch', 'perception', {
  seconds: 4263,
  duration_ms: 1800,
  params: { query: 'IANA time zone change October 2026 Europe/Berlin' },
  result: { text: '10 results' },
});

export const question = call('AskUserQuestion', 'interaction', {
  seconds: 4266,
  duration_ms: 61_000,
  params: { questions: [{ question: 'Should past tables keep the wrong hour?', options: ['Keep', 'Correct'] }] },
  result: { text: 'Correct' },
});

export const chinese = call('Bash', 'action', {
  seconds: 4270,
  duration_ms: 3200,
  outcome: 'failed',
  description: '运行港口潮汐测试',
  params: { command: 'pnpm test -- 舟山港 --报告=简洁' },
  error: '断言失败：十月的高潮时间应为 06:12，实际为 05:12',
  result: { text: '共 61 项测试\n失败 1 项：舟山港十月高潮\n错误：时区偏移按固定值计算', exit_code: 1 },
});

export const longPath = call('Read', 'perception', {
  seconds: 4274,
  params: {
    file_path: `${root}/packages/forecast-engine/src/harmonics/constituents/semidiurnal/lunar/principal/m2Constituent.ts`,
    offset: 340,
  },
  context_contribution: { type: 'file_content', summary: '', full_content: 'x\n'.repeat(1204) },
});
