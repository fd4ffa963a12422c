/** What a release looks at before it begins. */
export interface ReleaseState {
  readonly branch: string;
  /** Lines of `git status --porcelain`. */
  readonly changes: readonly string[];
  readonly tags: readonly string[];
  readonly tag: string;
  /** Where package.json says that the source lies; needed where the release is pushed, because npm proves the origin by it. */
  readonly repository: string | undefined;
  readonly pushes: boolean;
}

/** Why there can be no release now, in words; nothing where there can be one. */
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
