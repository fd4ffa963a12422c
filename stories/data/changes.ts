import type { FilePatch } from '../../src/session/index.ts';

const root = '/home/mara/tidewatch';

/** A change within lines, where some words stay. */
export const patch: FilePatch = {
  path: `${root}/src/tides/local.ts`,
  change: 'modified',
  hunks: [
    {
      old_start: 18,
      old_lines: 6,
      new_start: 18,
      new_lines: 7,
      lines: [
        ' /** The local time of a high water. */',
        ' export function localTime(station: Station, utc: number): number {',
        '-  const local = utc + station.offset * 60_000;',
        '+  const offset = offsetAt(station.zone, utc);',
        '+  const local = utc + offset * 60_000;',
        '   return local;',
        ' }',
        ' ',
      ],
    },
    {
      old_start: 112,
      old_lines: 4,
      new_start: 113,
      new_lines: 4,
      lines: [
        ' export const cuxhaven: Station = {',
        "   name: 'Cuxhaven',",
        '-  offset: 60,',
        "+  zone: 'Europe/Berlin',",
        ' };',
      ],
    },
  ],
};

export const deleted: FilePatch = {
  path: `${root}/src/stations/summerTime.ts`,
  change: 'deleted',
  hunks: [{ old_start: 1, old_lines: 1, new_start: 0, new_lines: 0, lines: ['-export const summerTime = 60;'] }],
};

export const renamed: FilePatch = {
  path: `${root}/src/stations/list.ts`,
  change: 'renamed',
  moved_to: `${root}/src/stations/northSea.ts`,
};

export const binary: FilePatch = {
  path: `${root}/out/october.png`,
  change: 'modified',
  hunks: [
    {
      old_start: 0,
      old_lines: 0,
      new_start: 0,
      new_lines: 0,
      lines: [' Binary files a/out/october.png and b/out/october.png differ'],
    },
  ],
};

export const hostilePatch: FilePatch = {
  path: `${root}/src/\u202egnp.ts`,
  change: 'modified',
  hunks: [
    {
      old_start: 1,
      old_lines: 2,
      new_start: 1,
      new_lines: 2,
      lines: [
        '-if (access !== "user") {',
        '+if (access !== "user\u202e \u2066// admins only\u2069 \u2066") {',
        '-<script>alert(1)</script>',
        '+<img src=x onerror=alert(1)>',
        `+${'tide'.repeat(1250)}`,
      ],
    },
  ],
};

/** Two versions of a table of that many lines, one in twenty of them changed. */
export function tablePair(lines: number): { before: string; after: string; path: string } {
  const row = (at: number, height: string): string => `  { at: ${at}, station: 'Cuxhaven', height: ${height} },`;
  const before = Array.from({ length: lines }, (_, at) => row(at, (at % 7).toFixed(2)));
  const after = before.map((line, at) => (at % 20 === 10 ? row(at, ((at % 7) + 0.25).toFixed(2)) : line));
  return { before: before.join('\n'), after: after.join('\n'), path: `${root}/data/heights.ts` };
}

/** Two texts with next to nothing in common. */
export const rewrite = {
  before: Array.from({ length: 300 }, (_, at) => `${at};Cuxhaven;${at * 3}`).join('\n'),
  after: Array.from({ length: 280 }, (_, at) => `{ "station": "Husum", "at": ${at} }`).join('\n'),
  path: `${root}/data/heights.json`,
};
