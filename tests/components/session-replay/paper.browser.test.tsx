import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test('what is printed is the brief and the chapters, there as soon as the browser asks, and gone afterwards', async () => {
  const prompts = Array.from(
    { length: 70 },
    (_, n) => `${n}:00 user: Prompt ${n + 1}\n${n}:20 assistant: Answer ${n + 1}`,
  );
  const notes = [1, 65].map((minute) => ({
    id: `note-${minute}`,
    on: { kind: 'range' as const, from_ms: minute * 60_000, to_ms: minute * 60_000 + 5000 },
    text: `Noted in minute ${minute}`,
    created_at: '2026-04-22T09:00:00Z',
  }));
  root.render(
    <KitProvider theme="dark" motion="reduced">
      <SessionReplay session={sessionFromText(prompts.join('\n'))} notes={notes} style={{ height: 600 }} />
    </KitProvider>,
  );
  await expect.element(page.getByRole('tree', { name: 'Timeline' })).toBeVisible();
  const paper = (): HTMLElement | null => root.host.querySelector('.ark-paper');
  expect(paper()).toBeNull();
  window.dispatchEvent(new Event('beforeprint'));
  // At once: the browser takes its picture as soon as the event is over.
  expect(paper()?.querySelector('.ark-brief')?.textContent).toContain('70 prompts');
  const chapters = [...(paper()?.querySelectorAll('li.ark-paper__chapter') ?? [])].map((each) => each.textContent);
  expect(chapters).toHaveLength(48);
  expect(chapters[1]).toMatch(/^Prompt 2.*Answer 2Note 0:01:00 . 0:01:05 Noted in minute 1$/);
  expect(paper()?.textContent).toContain('and 22 more chapters');
  // Its chapter is only counted.
  expect(paper()?.textContent).toContain('and 1 more note');
  expect(getComputedStyle(paper() as HTMLElement).getPropertyValue('--ark-bg')).toBe('#ffffff');
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(paper).toBeNull();
});

test('what lists leave out on paper is counted, and nothing there looks as if it could be pressed', async () => {
  const edits = Array.from({ length: 60 }, (_, n) => `${n}:00 Edit(tide-${n}.ts) 1s`);
  root.render(
    <SessionReplay session={sessionFromText(['0:00 user: Go', ...edits].join('\n'))} style={{ height: 600 }} />,
  );
  await expect.element(page.getByRole('tree', { name: 'Timeline' })).toBeVisible();
  window.dispatchEvent(new Event('beforeprint'));
  const paper = root.host.querySelector('.ark-paper') as Element;
  const lines = paper.querySelectorAll('.ark-brief__list > li').length;
  expect(lines).toBeLessThan(60);
  expect(paper.textContent).toContain(`and ${60 - lines} more`);
  expect(paper.querySelectorAll('.ark-brief button')).toHaveLength(0);
  window.dispatchEvent(new Event('afterprint'));
});
