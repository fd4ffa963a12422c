import { createRedactor, type Redactor } from '../../redaction/index.ts';
import { maskInSteps } from './maskInSteps.ts';
import type { Masking } from './masking.ts';

/** Nothing shorter is a secret, and a row is full of texts that are. */
const shortest = 8;

/** Makes a masking. Its rules are compiled when the first text needs them: some 30 ms, which a page without logs never pays. */
export function createMasking(given?: Redactor): Masking {
  let made = given;
  const redactor = (): Redactor => {
    made ??= createRedactor();
    return made;
  };
  const masked = new WeakMap<object, object>();

  const maskObject = <Value extends object>(value: Value): Value => {
    const known = masked.get(value);
    if (known !== undefined) return known as Value;
    const result = redactor().maskJson(value);
    masked.set(value, result);
    // Masking again changes nothing: what was given out may come back from a component inside.
    masked.set(result, result);
    return result;
  };
  return {
    mask: (value) => {
      if (typeof value === 'string')
        return (value.length < shortest ? value : redactor().mask(value)) as typeof value & string;
      return typeof value === 'object' && value !== null ? maskObject(value) : value;
    },
    maskInSteps: (text) => maskInSteps(text, redactor()),
  };
}

/** Masks by the kit's own rules. */
export const usualMasking: Masking = createMasking();
