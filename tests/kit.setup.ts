// Loads beforehand, for tests of components, what the kit loads on demand; a test that waits for loading loads it anew.
import { expect } from 'vitest';

if (/[\\/]tests[\\/](?:components|stories)[\\/]|\.browser\.test\./.test(expect.getState().testPath ?? '')) {
  const [{ usualMasking }, { ruleMasking }, { catalogues }, { chinese }] = await Promise.all([
    import('../src/components/masking/usualMasking.ts'),
    import('../src/components/masking/usualRules.ts'),
    import('../src/components/language/catalogue.ts'),
    import('../src/components/language/chinese.ts'),
  ]);
  usualMasking.give(ruleMasking);
  catalogues.zh.give(chinese);
}
