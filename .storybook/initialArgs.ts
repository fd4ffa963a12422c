/** Names the props that a component takes only when it appears, with their values: a control that changes one has to draw the story anew. */
export function initialArgs(args: Readonly<Record<string, unknown>>): string {
  return Object.entries(args)
    .filter(([name]) => /^(?:default[A-Z]|startAt$)/.test(name))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join();
}
