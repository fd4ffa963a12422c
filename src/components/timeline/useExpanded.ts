'use client';
import { useCallback, useState } from 'react';

/** Which rows are unfolded: the host's set where it gives one, else what is remembered here. */
export function useExpanded(
  given: ReadonlySet<string> | undefined,
  onChange: ((id: string, expanded: boolean) => void) | undefined,
): [expanded: ReadonlySet<string>, set: (id: string, expanded: boolean) => void] {
  const [remembered, setRemembered] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback(
    (id: string, expanded: boolean): void => {
      setRemembered((before) => {
        const after = new Set(before);
        if (expanded) after.add(id);
        else after.delete(id);
        return after;
      });
      onChange?.(id, expanded);
    },
    [onChange],
  );
  return [given ?? remembered, set];
}
