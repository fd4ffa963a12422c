/**
 * Whether a value is meant to be published although it looks drawn by chance: a key that its issuer calls public, what a controller
 * encrypted for itself, the name of a build's cache.
 */
export function isPublished(value: string): boolean {
  return publishable.test(value) || (value.length >= 48 && (sealed.test(value) || cached.test(value)));
}

const publishable = /^(?:pk\.eyJ|pk_(?:live|test)_|phc_|sb_publishable_)/;
const sealed = /^Ag[A-D][A-Za-z0-9+/]/;
const cached = /^[A-Za-z]{2,10}(?:-[a-z0-9.]{1,20}){1,4}-[0-9a-f]{64}$/;
