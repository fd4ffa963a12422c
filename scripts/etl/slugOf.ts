/** Longest slug, in characters. */
const MAX_SLUG = 60;

/** The part of a session's name that says what it is about: letters (of any script) and digits, joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const cut = [...words].slice(0, MAX_SLUG).join('');
  const whole = cut.length < words.length && cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut;
  return whole === '' ? 'session' : whole;
}
