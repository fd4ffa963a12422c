import { isJsonObject } from '../../session/internal.ts';

/** Reads fields of a record without a schema: each getter returns the field if it has the right type, else undefined. */
export interface Loose {
  text(key: string): string | undefined;
  number(key: string): number | undefined;
  flag(key: string): boolean | undefined;
  part(key: string): Loose;
  /** The records of a list; other entries are skipped. */
  parts(key: string): readonly Loose[];
  /** The texts of a list; other entries are skipped. */
  texts(key: string): readonly string[];
  readonly isEmpty: boolean;
}

/** Reads what a format keeps in its extensions, or in fields without a schema. Anything that is no record reads as an empty one. */
export function readLoose(value: unknown): Loose {
  const fields = new Map(isJsonObject(value) ? Object.entries(value) : []);
  const list = (key: string): readonly unknown[] => {
    const found = fields.get(key);
    return Array.isArray(found) ? found : [];
  };
  return {
    text(key) {
      const found = fields.get(key);
      return typeof found === 'string' && found !== '' ? found : undefined;
    },
    number(key) {
      const found = fields.get(key);
      return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
    },
    flag(key) {
      const found = fields.get(key);
      return typeof found === 'boolean' ? found : undefined;
    },
    part: (key) => readLoose(fields.get(key)),
    parts: (key) => list(key).filter(isJsonObject).map(readLoose),
    texts: (key) => list(key).filter((each): each is string => typeof each === 'string' && each !== ''),
    isEmpty: fields.size === 0,
  };
}
