/** One pattern of several alternatives, so that each can stand beside an example of what it is for. */
export function eitherOf(alternatives: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(alternatives.map(({ source }) => source).join('|'), flags);
}
