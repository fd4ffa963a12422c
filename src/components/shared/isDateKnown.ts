/** Whether a session says when it was: runs of which nothing tells a time are laid from the first moment of 1970 on. */
export function isDateKnown(createdAt: string): boolean {
  return !createdAt.startsWith('1970-01-01T');
}
