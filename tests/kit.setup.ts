// Loads beforehand, for tests of components, what the kit loads on demand; a test that waits for loading loads it again.
import { expect, vi } from 'vitest';

const path = expect.getState().testPath ?? '';
const inBrowser = /\.browser\.test\./.test(path);

// The other tests keep the machine busy at the same time: what a page is waited for may take longer than the usual second.
if (inBrowser) {
  const { waitFor } = vi;
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'object' ? { timeout: 10_000, ...options } : (options ?? 10_000));
}

const ofComponents = /[\\/]tests[\\/](?:components|stories)[\\/]/.test(path);

// A test that draws prose and does not wait for this would end while it loads, and the next file of its worker could not load it.
if (ofComponents && !inBrowser) await import('../src/components/shared/MarkdownBody.tsx');

if (ofComponents || inBrowser) {
  const [{ usualMasking }, { ruleMasking }, { catalogues }, { chinese }] = await Promise.all([
    import('../src/components/masking/usualMasking.ts'),
    import('../src/components/masking/usualRules.ts'),
    import('../src/components/language/catalogue.ts'),
    import('../src/components/language/chinese.ts'),
  ]);
  usualMasking.give(ruleMasking);
  catalogues.zh.give(chinese);
}
