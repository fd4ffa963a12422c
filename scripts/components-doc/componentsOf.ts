/** Names of the components exported by the kit's index: those whose props are exported too. */
export function componentsOf(index: string): readonly string[] {
  const exported = [...index.matchAll(/export \{([^}]*)\} from '[^']+';/g)].map(([, names = '']) => names);
  return exported.flatMap((names) => [...names.matchAll(/type (\w+)Props\b/g)].map(([, name = '']) => name)).sort();
}
