import { createBuilders } from './builders.ts';

const { message } = createBuilders();

export const asked = message(
  'user',
  'The October table for Cuxhaven is an hour off after the 25th. Find out why and fix it, please. Spec: `docs/tables.md`.',
);

export const answered = message(
  'assistant',
  [
    'Found it. `parseStation` reads the offset **once**, when the list is loaded; the change of 25 October comes later.',
    '',
    'What I will do:',
    '',
    '1. keep the zone in `Station`, not the offset',
    '2. ask for the offset at the moment of each tide',
    '3. add the October case to the tests',
  ].join('\n'),
  { model: 'claude-sonnet-4-6' },
);

export const rich = message(
  'assistant',
  [
    '## What changed',
    '',
    'All **61 tests** pass. The offset is now asked for *at the moment of each tide*; see [the zone database](https://www.iana.org/time-zones).',
    '',
    '| Station | before | after |',
    '| --- | --- | --- |',
    '| Cuxhaven | 05:12 | 06:12 |',
    '| Zhoushan | 11:40 | 11:40 |',
    '',
    '- [x] tables of 2026',
    '- [ ] tables of 2025 (should they be corrected?)',
    '',
    '> The list itself did not change.',
    '',
    '```ts',
    'const local = utc + offsetAt(station.zone, utc) * 60_000;',
    '```',
    '',
    '---',
    '',
    '![the table](https://tides.example.org/table.png) is in `out/2026-10.pdf`.',
  ].join('\n'),
);

export const chineseMessage = message(
  'assistant',
  '找到原因了：`parseStation` 在读取站点列表时就把时区换算成**固定偏移**，而十月二十五日之后夏令时结束，所以之后的潮汐表都差一小时。\n\n接下来保留时区名称，在计算每次高潮时再求偏移。',
);

export const queued = message('user', 'And do Zhoushan as well, it has no summer time.', { origin: 'queued' });

export const slashCommand = message('user', '/review src/stations', { origin: 'command' });

export const shell = message('user', '$ date -u\nSat Mar 14 08:14:02 UTC 2026', { origin: 'shell' });

export const teammate = message('assistant', 'Three places add a fixed offset. I left `ical.ts` to you.', {
  origin: 'teammate',
  from: 'explorer',
  to: 'lead',
});

export const hookContext = message(
  'system',
  'SessionStart hook: 214 stations loaded, harmonics of 2026 present.\nRules: docs/rules.md, docs/tables.md',
  { origin: 'hook' },
);

export const withAttachments = message('user', 'This is the page I printed, and the list it came from.', {
  attachments: [
    { kind: 'image', media_type: 'image/png', name: 'october-table.png', bytes: 184_220 },
    {
      kind: 'document',
      media_type: 'text/csv',
      name: 'north-sea.csv',
      bytes: 2210,
      text: 'Cuxhaven;Europe/Berlin\nHusum;Europe/Berlin',
    },
    { kind: 'file', media_type: 'application/pdf', bytes: 1_310_000 },
  ],
  content_refs: [
    { pointer: '/attachments/0', sha256: 'c4'.repeat(32), bytes: 184_220, lines: 0, path: 'story.content/c4.png' },
  ],
});

export const longMessage = message(
  'assistant',
  Array.from({ length: 90 }, (_, at) => `${at + 1}. Station ${at + 1}: zone kept, table unchanged`).join('\n'),
);
