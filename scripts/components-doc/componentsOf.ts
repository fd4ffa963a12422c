/** Names of the components that the kit's index exports: those whose props it exports beside them. */
export function componentsOf(index: string): readonly string[] {
  const exported = [...index.matchAll(/export \{([^}]*)\} from '[^']+';/g)].map(([, names = '']) => names);
  return exported.flatMap((names) => [...names.matchAll(/type (\w+)Props\b/g)].map(([, name = '']) => name)).sort();
}
