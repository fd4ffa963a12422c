/** Joins the class names of a component and of its host. */
export function joinClasses(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== '').join(' ');
}
