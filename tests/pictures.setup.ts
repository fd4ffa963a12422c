import { afterEach, expect, inject } from 'vitest';
import { page } from 'vitest/browser';

declare module 'vitest' {
  interface ProvidedContext {
    /** False in any browser but the pinned one. */
    comparePictures: boolean;
  }
}

interface RunStory {
  tags: string[];
  globals: { theme?: string };
}

/** What components load when they first need it: a picture taken before that would show the plain text that stands in for it. */
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

// After the play function of a story tagged `visual`: compares its frame with tests/pictures/<story>--<theme>.png.
afterEach(async (context) => {
  const { storyId } = context.task.meta as { storyId?: string };
  const story = (context as { story?: RunStory }).story;
  if (storyId === undefined || story === undefined || context.task.result?.state === 'fail') return;
  expectNoSecondScrollbar();
  if (!story.tags.includes('visual') || !inject('comparePictures')) return;
  await document.fonts.ready;
  await Promise.all(loadedLate());
  await nextFrame();
  await nextFrame();
  // By test id, not by element: Vitest turns an element into a selector made from its content, and a story that still
  // changes then leaves Playwright waiting for a selector that no longer matches.
  await expect(page.getByTestId('story-frame')).toMatchScreenshot(`${storyId}--${story.globals.theme ?? 'light'}`);
});
