// What the kit loads when it is needed is at hand in the tests of components: one that waits for it takes it anew.
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
