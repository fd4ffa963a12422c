import { useEffect, useState } from 'react';

/** What the server that `--apply` started says: the folder that changes are written in, and how to write one. */
export interface Patches {
  readonly root: string;
  readonly apply: (patch: string) => Promise<void>;
  /** Why the last change was not written. */
  readonly refused: string | undefined;
}

/**
 * The token stands behind `#apply=` of the address that the command printed: servers and logs do not see that part. The moment
 * that is shown takes its place there, so that no copied address has it; this tab keeps it for when the page is loaded again.
 */
const token = new URLSearchParams(location.hash.slice(1)).get('apply') ?? sessionStorage.getItem('apply');
if (token !== null) sessionStorage.setItem('apply', token);

/** Applies changes where this page's own server may; undefined where nobody named a folder. */
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
