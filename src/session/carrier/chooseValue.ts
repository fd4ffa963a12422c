import type { JsonPath } from '../json/values.ts';
import { type Enumeration, nearestValue, type ValueOf } from './nearestValue.ts';
import type { Carrier } from './openCarrier.ts';

/**
 * The value of a required enumeration: as it stands, or, inferred, the nearest one (`unknown-value`) or the fallback where
 * no value is near or none is there at all.
 */
export function chooseValue<Name extends Enumeration>(
  carrier: Carrier,
  path: JsonPath,
  name: Name,
  value: unknown,
  fallback: ValueOf<Name>,
): ValueOf<Name> {
  if (typeof value !== 'string') {
    carrier.misfit(path, value, 'a string');
    carrier.infer(path.join('.'));
    return fallback;
  }
  const near = nearestValue(name, value) ?? fallback;
  const written: string = near;
  if (written !== value) {
    carrier.replaced(path, value, written);
    carrier.infer(path.join('.'));
  }
  return near;
}
