const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * How many steps of a path in a log agree with a file's name, counted from the end; 0 where the file is another one.
 * A name that is an id speaks for itself wherever the file lies; any other must agree in its folder too.
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

/** Both kinds of slashes: a log of Windows may be read anywhere. */
function stepsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((step) => step !== '' && step !== '.' && step !== '~');
}

/** The one of the candidates that agrees most with a path in a log; of equals the first. */
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
