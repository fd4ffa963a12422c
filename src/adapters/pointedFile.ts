const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Number of trailing path segments that a path in a log shares with a file's name; 0 if the file is another one. A base name that is an id
 * is enough wherever the file lies; any other must share its folder too.
 */
export function pointedSteps(path: string, name: string): number {
  const wanted = stepsOf(path);
  const given = stepsOf(name);
  let steps = 0;
  while (steps < wanted.length && steps < given.length && wanted.at(-1 - steps) === given.at(-1 - steps)) steps += 1;
  const stem = (wanted.at(-1) ?? '').replace(/\.[^.]*$/, '');
  if (uuid.test(stem) || steps >= 2) return steps;
  return wanted.length === 1 && given.length === 1 ? steps : 0;
}

/** Splits at both kinds of slashes, because a log written on Windows may be read anywhere. */
function stepsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((step) => step !== '' && step !== '.' && step !== '~');
}

/** The candidate that shares the most with a path in a log; among equals the first. */
export function findPointed<Candidate>(
  path: string,
  candidates: readonly Candidate[],
  nameOf: (candidate: Candidate) => string,
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const steps = pointedSteps(path, nameOf(candidate));
    if (steps > most) [best, most] = [candidate, steps];
  }
  return best;
}
