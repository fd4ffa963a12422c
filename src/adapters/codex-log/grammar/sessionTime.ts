const uuid7Pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** When a session id of UUID version 7 was made, in milliseconds since 1970; undefined for other ids. */
export function sessionTime(id: string | undefined): number | undefined {
  const match = id === undefined ? null : uuid7Pattern.exec(id);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
