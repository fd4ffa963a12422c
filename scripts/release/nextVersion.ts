const parts = ['major', 'minor', 'patch'] as const;

/** Which part of a version a release raises. */
export type VersionPart = (typeof parts)[number];

/** Whether a text names a part of a version. */
export function isVersionPart(text: string): text is VersionPart {
  return parts.some((part) => part === text);
}

/** The next version after `x.y.z`. Throws for versions of any other form. */
export function nextVersion(version: string, part: VersionPart): string {
  const numbers = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version)?.slice(1).map(Number);
  if (numbers === undefined) throw new Error(`${version} is no version of three numbers.`);
  const at = parts.indexOf(part);
  return numbers.map((number, n) => (n < at ? number : n === at ? number + 1 : 0)).join('.');
}
