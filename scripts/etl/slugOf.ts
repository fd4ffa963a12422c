/** Longest slug in characters, and in bytes, because file systems limit a name to 255 bytes. */
const MAX_SLUG = 60;
const MAX_BYTES = 200;

/** The part of a session's name that comes from its title: letters (of any script) and digits, joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  let cut = [...words].slice(0, MAX_SLUG).join('');
  while (Buffer.byteLength(cut) > MAX_BYTES) cut = [...cut].slice(0, -1).join('');
  const whole = cut.length < words.length && cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut;
  return whole === '' ? 'session' : whole;
}
