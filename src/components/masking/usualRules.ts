import { createRedactor, type Redactor } from '../../redaction/index.ts';
import { createMasking, type Masking } from './masking.ts';

let redactor: Redactor | undefined;

/**
 * Masks by the kit's own rules. They are compiled when the first text needs them, which takes some 30 ms that a page without logs never
 * spends.
 */
export const ruleMasking: Masking = createMasking(() => {
  redactor ??= createRedactor();
  return redactor;
});
