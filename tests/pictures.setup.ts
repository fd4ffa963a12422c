import axe from 'axe-core';
import { afterEach, expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { themeEvent } from '../.storybook/StoryFrame.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is the pinned browser. */
    comparePictures: boolean;
  }
}

type Theme = 'light' | 'dark';

interface RunStory {
  tags: string[];
}

/** What tests record beside a story's result. */
interface StoryMeta {
  storyId?: string;
  /** The themes in which it differs from its picture. */
  differing?: Theme[];
}

/**
 * Loads what components load on first use. Otherwise a picture could show the plain text that stands in for it: React shows what was loaded
 * up to 300 ms after it is there, so what waits for it says so.
 */
const loadedLate = () => [
  import('../src/components/shared/MarkdownBody.tsx'),
  import('../src/components/diff-view/LibraryDiff.tsx'),
  import('../src/components/shared/code/highlightCode.ts'),
];

// Play functions run in tests only; see stories/inTests.ts.
globalThis.runsStoryTests = true;

/** A replay scrolls inside itself: a page that is as high as the window must not scroll as well. */
function expectNoSecondScrollbar(): void {
  const whole = document.querySelector<HTMLElement>('.ark-replay, .ark-compare');
  if (whole === null || whole.getBoundingClientRect().bottom > window.innerHeight + 1) return;
  expect(document.documentElement.scrollHeight, 'the page has a second scrollbar').toBeLessThanOrEqual(
    window.innerHeight,
  );
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Shows the story, in the state that its play function left, in another theme. */
async function showIn(theme: Theme): Promise<void> {
  window.dispatchEvent(new CustomEvent(themeEvent, { detail: theme }));
  await expect.poll(() => document.querySelector('.story-frame')?.getAttribute('data-theme')).toBe(theme);
  await nextFrame();
}

/** The axe rules on colour. The others look at structure, which no theme changes: the addon has already run them all. */
async function expectContrast(theme: Theme): Promise<void> {
  const { violations } = await axe.run(
    { include: document.body, exclude: ['.sb-wrapper'] },
    { runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] },
  );
  const found = violations.flatMap(({ help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${help}: ${target.join(' ')}\n${failureSummary ?? ''}`),
  );
  expect(found.join('\n\n'), `axe finds fault in the ${theme} theme`).toBe('');
}

/** Chromium leaves the text of a select where the font that stood in for its own had put it. */
function layOutSelects(): void {
  for (const select of document.querySelectorAll('select')) {
    select.style.display = 'none';
    select.getBoundingClientRect();
    select.style.removeProperty('display');
  }
}

/** Compares the story's frame with tests/pictures/<story>--<theme>.png. */
async function expectPicture(meta: StoryMeta, theme: Theme): Promise<void> {
  try {
    // By test id, not by element: Vitest turns an element into a selector made of its content, and Playwright would then wait for a
    // selector that no longer matches a story that still changes.
    await expect(page.getByTestId('story-frame')).toMatchScreenshot(`${meta.storyId}--${theme}`);
  } catch (fault) {
    meta.differing = [...(meta.differing ?? []), theme];
    throw fault;
  }
}

/** Runs all checks, and fails with the first error, with the others listed. */
async function all(checks: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: Error[] = [];
  for (const check of checks) await check().catch((fault: Error) => faults.push(fault));
  const [first, ...others] = faults;
  if (first === undefined) return;
  first.message = [first, ...others].map(({ message }) => message).join('\n\n');
  throw first;
}

// A story is mounted and played once, in the light theme, where the addon runs all of axe. In the state that its play function left, it is
// compared with its picture (if tagged `visual`), then shown in the dark theme, checked by axe for colours, and compared again.
afterEach(async (context) => {
  const meta = context.task.meta as StoryMeta;
  const story = (context as { story?: RunStory }).story;
  if (meta.storyId === undefined || story === undefined || context.task.result?.state === 'fail') return;
  expectNoSecondScrollbar();
  const pictured = story.tags.includes('visual') && inject('comparePictures');
  if (pictured) {
    await document.fonts.ready;
    layOutSelects();
    await Promise.all(loadedLate());
    await expect.poll(() => document.querySelector('[data-pending]')).toBeNull();
    await nextFrame();
    await nextFrame();
  }
  const frame = document.querySelector<HTMLElement>('.story-frame');
  // A story that sets its own theme is compared in that theme only.
  if (frame?.dataset.themes === 'one') {
    if (pictured) await expectPicture(meta, frame.dataset.theme as Theme);
    return;
  }
  await all([
    async () => {
      if (pictured) await expectPicture(meta, 'light');
    },
    async () => {
      await showIn('dark');
      await expectContrast('dark');
    },
    async () => {
      if (pictured) await expectPicture(meta, 'dark');
    },
  ]);
});
