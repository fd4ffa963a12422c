/** What a release checks before it begins. */
export interface ReleaseState {
  readonly branch: string;
  /** Lines of `git status --porcelain`. */
  readonly changes: readonly string[];
  readonly tags: readonly string[];
  readonly tag: string;
  /** The `repository` of package.json; needed for a release that is pushed, because npm verifies the origin by it. */
  readonly repository: string | undefined;
  readonly pushes: boolean;
}

/** The reasons why there can be no release now; empty where there are none. */
export function releaseFaults(state: ReleaseState): string[] {
  const { branch, changes, tags, tag, repository, pushes } = state;
  const most = 5;
  return [
    ...(branch === 'main' ? [] : [`Releases are made on main; this is ${branch === '' ? 'no branch' : branch}.`]),
    ...(changes.length === 0
      ? []
      : [`The tree is not clean: ${changes.slice(0, most).join(', ')}${changes.length > most ? ', …' : ''}`]),
    ...(tags.includes(tag) ? [`The tag ${tag} exists already.`] : []),
    ...(pushes && repository === undefined
      ? ['package.json names no "repository": npm accepts no provenance without it.']
      : []),
  ];
}
