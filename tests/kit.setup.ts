// Loads beforehand, for tests of components, what the kit loads on demand; a test that waits for loading loads it anew.
import { expect, vi } from 'vitest';

const path = expect.getState().testPath ?? '';

// The other tests keep the machine busy at the same time: what a page is waited for may take longer than the usual second.
if (/\.browser\.test\./.test(path)) {
  const { waitFor } = vi;
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'object' ? { timeout: 10_000, ...options } : (options ?? 10_000));
}

if (/[\\/]tests[\\/](?:components|stories)[\\/]|\.browser\.test\./.test(path)) {
  const [{ usualMasking }, { ruleMasking }, { catalogues }, { chinese }] = await Promise.all([
    import('../src/components/masking/usualMasking.ts'),
    import('../src/components/masking/usualRules.ts'),
    import('../src/components/language/catalogue.ts'),
    import('../src/components/language/chinese.ts'),
    // A test that draws prose without waiting for this would end while it loads, and the next file of its worker could not load it.
    import('../src/components/shared/MarkdownBody.tsx'),
  ]);
  usualMasking.give(ruleMasking);
  catalogues.zh.give(chinese);
}
