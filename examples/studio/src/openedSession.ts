import {
  createRangeLoader,
  hasAbridgedCopy,
  type LoadedSession,
  type Loader,
  type LoadProgress,
} from 'agent-replay-kit/loading';
import type { ContentRef } from 'agent-replay-kit/session';

/** A session as far as it has been read. */
export interface OpenedSession extends LoadedSession {
  /** Fetches texts that the session has only in part; absent where it has all of them. */
  readonly fetchText?: (content: ContentRef) => Promise<string>;
  /** Why it was read as a whole although an abridged copy lies beside it. */
  readonly wholeBecause?: string | undefined;
}

interface ReadOptions {
  /** Whether an abridged copy lies beside it, where the server has said so; else it is asked for. */
  isAbridged?: boolean | undefined;
  onProgress(progress: LoadProgress): void;
  onSession(opened: OpenedSession): void;
}

/** Reads a served session: where it is so large that an abridged copy lies beside it, that copy, and of the session what a reader opens. */
export async function readServed(
  id: string,
  loader: Loader,
  { isAbridged, onProgress, onSession }: ReadOptions,
): Promise<void> {
  const address = `sessions/${encodeURIComponent(id)}`;
  const session = `${address}.json`;
  const abridged = `${address}.abridged.gz`;
  if (!(isAbridged ?? (await hasAbridgedCopy(await fetch(session, { method: 'HEAD' }), abridged)))) {
    const answer = await fetchOrThrow(session);
    await loader.load([{ name: `${id}.json`, blob: await answer.blob() }], { onProgress, onSession });
    return;
  }
  const { load, contents } = createRangeLoader({ session, abridged, contents: fetchContent });
  const { loaded, because } = await load({
    onShare: throttled((share = 0) => onProgress({ readBytes: share, totalBytes: 1 })),
    onSession: (each) => onSession({ ...each, complete: false, fetchText: contents }),
  });
  onSession({ ...loaded, fetchText: contents, wholeBecause: because });
}

/** Fetches the texts of whichever of these sessions has them; undefined where they have all. */
export function fetchTextOf(sessions: readonly (OpenedSession | undefined)[]): OpenedSession['fetchText'] {
  const [first, ...others] = sessions.flatMap((each) => each?.fetchText ?? []);
  if (first === undefined) return undefined;
  // A session refuses what is not its own: it holds no such text at that place.
  return (content) => others.reduce((text, fetchText) => text.catch(() => fetchText(content)), first(content));
}

/** The address of a text or an image that lies beside a served session. */
export function contentAddress(path: string): string {
  return `sessions/${path.split('/').map(encodeURIComponent).join('/')}`;
}

export async function fetchOrThrow(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answer.statusText}`);
  return answer;
}

async function fetchContent({ path }: ContentRef): Promise<string> {
  return (await fetchOrThrow(contentAddress(path))).text();
}

/** Calls at most ten times a second: a progress bar shows no more. */
function throttled(show: (share: number | undefined) => void): (share: number | undefined) => void {
  let shown = Number.NEGATIVE_INFINITY;
  return (share) => {
    if (performance.now() - shown < 100) return;
    shown = performance.now();
    show(share);
  };
}
