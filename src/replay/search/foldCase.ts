/** A text without its cases, as long as the text itself: a place found in it is a place of the text. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // A few letters grow when they lose their case; those keep it.
  return lower.length === text.length ? lower : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
