import { redactionMarker } from '../../redaction/redactionMarker.ts';
import type { Lazy } from '../hooks/lazy.ts';
import { type Masking, noMasking } from './masking.ts';
import { isLazy } from './usualMasking.ts';
import { ruleMasking } from './usualRules.ts';

/**
 * How much is masked for a reader: the values of secrets; also everything that identifies a person or a machine, for sharing a picture or a
 * screen; or nothing.
 */
export type MaskingLevel = 'all' | 'values' | 'off';

/** Every repetition is bounded and stays within a line, so the time is linear in the text. */
const folderOfUser = /((?:\/home|\/Users)\/|\\Users\\)[\p{L}\p{N}._-]{1,64}/gu;
/**
 * The same path written as a single folder name, as Claude Code does for the logs of a project: `-home-lin-memo`, `C--Users-lin-memo`. A
 * dash replaces every other sign, so the end of the user's name cannot be found, and the whole name is masked.
 */
const dashedFolderOfUser =
  /(?<![\p{L}\p{N}_.-])((?:-mnt-[a-z]|-var|[A-Za-z]-)?-(?:home|Users)-)[\p{L}\p{N}_.-]{1,255}/gu;
const mailAddress =
  /[\p{L}\p{N}._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}(?![A-Za-z0-9-])/gu;
/** In `DB_HOST=db.internal` the name reveals as much as the value. */
const variable =
  /(?<![\p{L}\p{N}_$?&])[A-Z][A-Z0-9_]{2,63}=(?:"[^"\n]{1,400}"|'[^'\n]{1,400}'|[^\s"'`;&|=][^\s"'`;&|]{0,399})/gu;

function maskPersonal(text: string): string {
  return text
    .replaceAll(variable, redactionMarker('variable'))
    .replaceAll(mailAddress, redactionMarker('e-mail'))
    .replaceAll(dashedFolderOfUser, `$1${redactionMarker('user-name')}`)
    .replaceAll(folderOfUser, `$1${redactionMarker('user-name')}`);
}

const wholes = new WeakMap<Masking, Masking>();

/** The masking of a level, applied within what the host masks. It needs no loading, because whoever offers levels imports the rules. */
export function maskingAt(level: MaskingLevel, host: Masking | Lazy<Masking>): Masking {
  if (level === 'off') return noMasking;
  const values = host === noMasking || isLazy(host) ? ruleMasking : host;
  if (level === 'values') return values;
  const known = wholes.get(values) ?? whole(values);
  wholes.set(values, known);
  return known;
}

/** Characters of a long text that are masked per step, extended to the end of the line. */
const perStep = 65_536;

/** Applies the host's masking first, then masks personal data in the rest. */
function whole(values: Masking): Masking {
  const masked = new WeakMap<object, unknown>();
  const maskValue = (value: unknown): unknown => {
    if (typeof value === 'string') return maskPersonal(value);
    if (typeof value !== 'object' || value === null) return value;
    if (masked.has(value)) return masked.get(value);
    const result = Array.isArray(value) ? maskList(value) : maskFields(value);
    masked.set(value, result);
    // Masking twice must change nothing: a component inside may pass on a masked value again.
    if (typeof result === 'object' && result !== null) masked.set(result, result);
    return result;
  };
  const maskList = (list: readonly unknown[]): readonly unknown[] => {
    const inside = list.map(maskValue);
    return inside.every((each, at) => each === list[at]) ? list : inside;
  };
  const maskFields = (fields: object): object => {
    const before = Object.entries(fields);
    const inside = before.map(([key, each]): [string, unknown] => [key, maskValue(each)]);
    return inside.every(([, each], at) => each === before[at]?.[1]) ? fields : Object.fromEntries(inside);
  };
  return {
    mask: (value) => maskValue(values.mask(value)) as typeof value,
    *maskInSteps(text) {
      const half = yield* values.maskInSteps(text);
      const parts: string[] = [];
      for (let at = 0; at < half.length; ) {
        const lineEnd = half.indexOf('\n', at + perStep);
        const end = lineEnd === -1 ? half.length : lineEnd;
        parts.push(maskPersonal(half.slice(at, end)));
        at = end;
        yield undefined;
      }
      return parts.join('');
    },
  };
}
