import { beforeEach, expect, test, vi } from 'vitest';
import { DiffView, type DiffViewProps, KitProvider } from '../../../src/components/index.ts';
import * as texts from '../../../src/components/shared/LogText.tsx';
import '../../../src/components/styles.css';
import { createRedactor, type Redactor } from '../../../src/redaction/index.ts';
import { testRoot } from '../../helpers/testRoot.ts';

vi.mock('../../../src/components/shared/LogText.tsx', { spy: true });

const root = testRoot();

beforeEach(() => {
  root.host.style.width = '900px';
});
const lines = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, line) => `+row ${line} of ${name}`);

/** A net change: one hunk at the beginning of a file, and one that grows far below it. */
function netChange(top: string, below: number): DiffViewProps['source'] {
  return {
    path: 'notes.txt',
    change: 'modified',
    hunks: [
      { old_start: 1, old_lines: 0, new_start: 1, new_lines: 1, lines: [`+${top}`] },
      { old_start: 10, old_lines: 0, new_start: 11, new_lines: 150, lines: lines('first', 150) },
      { old_start: 900, old_lines: 0, new_start: 1051, new_lines: below, lines: lines('second', below) },
    ],
  };
}

const onLine = vi.fn();

/** Draws a change and returns which texts were drawn for it. */
async function drawnFor(source: DiffViewProps['source'], added: number): Promise<string[]> {
  vi.mocked(texts.LogText).mockClear();
  // A host gives a new function each time.
  root.render(
    <KitProvider motion="reduced">
      <DiffView source={source} onLine={(line) => onLine(line)} noted={[]} />
    </KitProvider>,
  );
  await vi.waitUntil(
    () => root.host.textContent?.includes(`+${added}`) && root.host.querySelector('[data-list]') !== null,
  );
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return vi.mocked(texts.LogText).mock.calls.map(([{ text }]) => text);
}

const inherited = (): string[] => {
  const { style } = root.host.querySelector<HTMLElement>('[data-list]') as HTMLElement;
  return [...style].filter((name) => name.startsWith('--')).map((name) => `${name} ${style.getPropertyValue(name)}`);
};

test('a step of a scrub draws only rows in sight that changed, and changes nothing that all rows inherit', async () => {
  const first = await drawnFor(netChange('old', 20), 171);
  expect(first.length).toBeGreaterThan(20);
  expect(first.length).toBeLessThan(80);
  const before = inherited();
  // An edit far below what is in sight.
  expect((await drawnFor(netChange('old', 30), 181)).filter((text) => text.startsWith('row'))).toEqual([]);
  // An edit of one line in sight.
  const drawn = await drawnFor(netChange('new', 30), 181);
  expect(drawn.filter((text) => text === 'new' || text.startsWith('row'))).toEqual(['new']);
  expect(inherited()).toEqual(before);
});

/** A file of 150 lines whose sixth line was replaced by some. */
const replacing = (...by: string[]): DiffViewProps['source'] => ({
  path: 'notes.txt',
  change: 'modified',
  hunks: [
    {
      ...{ old_start: 1, old_lines: 150, new_start: 1, new_lines: 149 + by.length },
      lines: Array.from({ length: 150 }, (_, line) => line).flatMap((line) =>
        line === 5 ? ['-row 5', ...by.map((each) => `+${each}`)] : [` row ${line}`],
      ),
    },
  ],
});

const rowWith = (text: string): Element | undefined =>
  [...root.host.querySelectorAll('.ark-diff__row')].find(
    (row) => row.querySelector('.ark-diff__text')?.textContent === text,
  );

test('a row that an edit above it moves keeps its elements, and its text is not drawn again', async () => {
  await drawnFor(replacing('one'), 1);
  const [before, moved] = [rowWith('row 4'), rowWith('row 12')];
  expect(moved).toBeDefined();
  const drawn = await drawnFor(replacing('one', 'two', 'three'), 3);
  expect(drawn).toContain('three');
  expect(drawn).not.toContain('row 12');
  expect([rowWith('row 4'), rowWith('row 12')]).toEqual([before, moved]);
  const numbers = [...(moved?.querySelectorAll('.ark-diff__number') ?? [])].map((number) => number.textContent);
  expect(numbers).toEqual(['13', '15']);
  const rows = [...root.host.querySelectorAll('.ark-diff__row')];
  const tops = rows.map((row) => row.getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

/** A change of TypeScript, all of it new. */
const code = (name: string, count: number): DiffViewProps['source'] => ({
  path: 'tide.ts',
  change: 'modified',
  hunks: [
    {
      ...{ old_start: 1, old_lines: 0, new_start: 1, new_lines: count },
      lines: Array.from({ length: count }, (_, line) => `+const ${name}${line} = ${line};`),
    },
  ],
});

const coloured = (): number => root.host.querySelectorAll('[data-code="keyword"]').length;

/** Stops the clock by which a text is at rest, until it is released: a busy machine takes longer than that for a jump. */
function holdRest(): () => void {
  const held: (() => void)[] = [];
  const { setTimeout: later } = window;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  const timers = vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== restMs) return later(run, ms);
    held.push(run);
    return 0;
  }) as typeof setTimeout);
  return () => {
    clock.mockRestore();
    timers.mockRestore();
    for (const run of held) run();
  };
}

/** How long a text rests before it is coloured. */
const restMs = 150;

test('a jump draws lines that come into sight plain, and colours them once it rests', async () => {
  await drawnFor(code('low', 150), 150);
  await vi.waitUntil(() => coloured() > 20, { timeout: 5000 });
  // Two jumps, of which the first goes to a text too long to be coloured.
  const release = holdRest();
  await drawnFor(code('high', 900), 900);
  expect(coloured()).toBe(0);
  await drawnFor(code('ebb', 151), 151);
  await new Promise((resolve) => setTimeout(resolve, 2 * restMs));
  expect(coloured()).toBe(0);
  release();
  await vi.waitUntil(() => coloured() > 20, { timeout: 5000 });
  // A line more at the end: those in sight keep their colours without a pause.
  await drawnFor(code('ebb', 152), 152);
  expect(coloured()).toBeGreaterThan(20);
});

test('each hunk is masked by its own lines, whose mask is remembered where they stay', async () => {
  const masked: unknown[] = [];
  const rules = createRedactor();
  const redactor: Redactor = {
    ...rules,
    maskJson: (value, count) => {
      masked.push(value);
      return rules.maskJson(value, count);
    },
  };
  const hunk = (text: string, start: number) => ({
    oldStart: start,
    newStart: start,
    lines: [{ sign: '+' as const, text }],
  });
  const kept = hunk('stays', 1);
  for (const text of ['one', 'two']) {
    const source = { path: 'tide.txt', change: 'modified' as const, hunks: [kept, hunk(text, 9)] };
    root.render(
      <KitProvider motion="reduced" redact={redactor}>
        <DiffView source={source} />
      </KitProvider>,
    );
    await vi.waitUntil(() => root.host.textContent?.includes(text));
  }
  expect(masked.filter((value) => value === kept.lines)).toHaveLength(1);
  expect(masked.filter((value) => JSON.stringify(value).includes('stays'))).toHaveLength(1);
});
