import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import type { Session } from '../../../src/session/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const whole: Session = {
  ...replaySession,
  environment: {
    ...replaySession.environment,
    cwd: '/home/mara/projects/harbour/tidewatch-service',
    git_branch: 'feature/tides-in-the-time-zone-of-their-station',
  },
};

/** The header says how many runs are missing, and needs room for it. */
const incomplete: Session = {
  ...whole,
  provenance: replaySession.provenance && { ...replaySession.provenance, diagnostics: { 'missing-subagents': 3 } },
};

const widths = [1600, 1280, 1100, 900, 768, 500, 360];
const cases = widths.flatMap((widthPx) => [
  { what: 'a whole session', session: whole, widthPx },
  { what: 'a session without some of its runs', session: incomplete, widthPx },
]);

/** Parts of the line below the title that are in sight, with their widths in pixels. */
function partsInSight(line: Element): { text: string; px: number }[] {
  const { bottom, right } = line.getBoundingClientRect();
  return [...line.querySelectorAll('.ark-session__part')].flatMap((part) => {
    const { top, left, width } = part.getBoundingClientRect();
    return width > 0 && top < bottom && left < right ? [{ text: part.textContent ?? '', px: width }] : [];
  });
}

/** The text of the model's name, cut if it is wider than its box. */
function nameOfModel(line: Element): Element {
  return line.querySelector('.ark-session__part .ark-one-line') ?? line;
}

test.each(cases)('at $widthPx px every part of the header of $what is readable', async ({ session, widthPx }) => {
  await page.viewport(1600, 900);
  root.host.style.width = `${widthPx}px`;
  root.render(
    <KitProvider>
      <SessionReplay session={session} style={{ height: 700 }} />
    </KitProvider>,
  );
  const line = await vi.waitFor(() => {
    const found = root.host.querySelector('.ark-session__place');
    expect(found).not.toBeNull();
    return found as Element;
  });
  const parts = partsInSight(line);
  expect(parts.length).toBeGreaterThan(0);
  for (const { px } of parts) expect(px).toBeGreaterThan(60);
  if (widthPx < 480 && session === whole) expect(nameOfModel(line).scrollWidth).toBe(nameOfModel(line).clientWidth);
  if (widthPx >= 768) expect(parts.some(({ text }) => text.includes('tidewatch-service'))).toBe(true);
});
