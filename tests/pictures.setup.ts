import axe from 'axe-core';
import { afterEach, expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { themeEvent } from '../.storybook/StoryFrame.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** False in any browser but the pinned one. */
    comparePictures: boolean;
  }
}

type Theme = 'light' | 'dark';

interface RunStory {
  tags: string[];
}

/** What tests leave beside a story's result. */
interface StoryMeta {
  storyId?: string;
  /** The themes in which it does not look like its picture. */
  differing?: Theme[];
}

/**
 * What components load when they first need it. A picture taken before it is shown would have the plain text that stands in for it:
 * React shows what was loaded as much as 300 ms after it is there, so what waits for it says so.
 */
const loadedLate = () => [
  import('../src/components/shared/MarkdownBody.tsx'),
  import('../src/components/diff-view/LibraryDiff.tsx'),
  import('../src/components/shared/code/highlightCode.ts'),
];

// Play functions run in tests alone; see stories/inTests.ts.
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

/** Shows the story, as its play function left it, in another theme. */
async function showIn(theme: Theme): Promise<void> {
  window.dispatchEvent(new CustomEvent(themeEvent, { detail: theme }));
  await expect.poll(() => document.querySelector('.story-frame')?.getAttribute('data-theme')).toBe(theme);
  await nextFrame();
}

/** What axe finds by colour. Its other rules look at structure, which no theme changes: the addon has run them all. */
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

/** Compares the story's frame with tests/pictures/<story>--<theme>.png. */
async function expectPicture(meta: StoryMeta, theme: Theme): Promise<void> {
  try {
    // By test id, not by element: Vitest turns an element into a selector made from its content, and a story that still
    // changes then leaves Playwright waiting for a selector that no longer matches.
    await expect(page.getByTestId('story-frame')).toMatchScreenshot(`${meta.storyId}--${theme}`);
  } catch (fault) {
    meta.differing = [...(meta.differing ?? []), theme];
    throw fault;
  }
}

/** Lets all of them have their say, and fails as the first that did, with what the others said. */
async function all(checks: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: Error[] = [];
  for (const check of checks) await check().catch((fault: Error) => faults.push(fault));
  const [first, ...others] = faults;
  if (first === undefined) return;
  first.message = [first, ...others].map(({ message }) => message).join('\n\n');
  throw first;
}

// A story is mounted and played once, in the light theme, where the addon runs axe whole. Then, as its play function left it, it is
// compared with its picture (if tagged `visual`), shown in the dark theme, and there looked at by axe for its colours, and compared.
afterEach(async (context) => {
  const meta = context.task.meta as StoryMeta;
  const story = (context as { story?: RunStory }).story;
  if (meta.storyId === undefined || story === undefined || context.task.result?.state === 'fail') return;
  expectNoSecondScrollbar();
  const pictured = story.tags.includes('visual') && inject('comparePictures');
  if (pictured) {
    await document.fonts.ready;
    await Promise.all(loadedLate());
    await expect.poll(() => document.querySelector('[data-pending]')).toBeNull();
    await nextFrame();
    await nextFrame();
  }
  const frame = document.querySelector<HTMLElement>('.story-frame');
  // A story that names its theme itself is compared in that one alone.
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
