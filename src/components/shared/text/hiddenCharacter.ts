/** Names a character by its code point: `U+202E`. */
export function hiddenCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
