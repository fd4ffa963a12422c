const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Milliseconds since 1970 at which a UUID of version 7 was made; undefined for any other text. */
export function uuidTime(id: string | undefined): number | undefined {
  const match = id === undefined ? null : uuid7.exec(id);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
