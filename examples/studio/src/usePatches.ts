import { useEffect, useState } from 'react';

/** What the page knows of the server that `--apply` started: the folder that changes are written to, and how to write one. */
export interface Patches {
  readonly root: string;
  readonly apply: (patch: string) => Promise<void>;
  /** Why the last change was not written. */
  readonly refused: string | undefined;
}

/**
 * The token is in the fragment `#apply=` of the address that the command printed: servers and logs do not see the fragment. The moment that
 * is shown then replaces it, so that copied addresses do not contain it; this tab keeps it for a reload.
 */
const token = new URLSearchParams(location.hash.slice(1)).get('apply') ?? sessionStorage.getItem('apply');
if (token !== null) sessionStorage.setItem('apply', token);

/** Applies changes through this page's own server; undefined where no folder was named. */
export function usePatches(): Patches | undefined {
  const [root, setRoot] = useState<string>();
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    if (token === null) return;
    ask('GET').then(
      (answer) => setRoot(answer.root),
      () => undefined,
    );
  }, []);
  if (root === undefined) return undefined;
  const apply = async (patch: string): Promise<void> => {
    setRefused(undefined);
    try {
      await ask('POST', patch);
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  return { root, apply, refused };
}

async function ask(method: 'GET' | 'POST', body?: string): Promise<{ root?: string }> {
  const headers = { 'x-apply-token': token ?? '', 'content-type': 'text/plain' };
  const response = await fetch('/apply', { method, headers, body });
  const answer = (await response.json()) as { root?: string; refused?: string };
  if (!response.ok) throw new Error(answer.refused ?? `${response.status}`);
  return answer;
}
