/** No annotation covers the item. */
export const NO_PHASE = -1;

/** The first of some ascending items in each phase block. */
export function phaseStarts(among: Uint32Array, phaseOf: Int32Array, own: (item: number) => boolean): Uint32Array {
  let phase = NO_PHASE;
  return among.filter((item) => {
    if (!own(item)) return false;
    const before = phase;
    phase = phaseOf[item] as number;
    return phase !== before && phase !== NO_PHASE;
  });
}
