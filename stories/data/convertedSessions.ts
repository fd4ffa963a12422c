import type { SessionEntry } from '../../src/components/index.ts';
import { type ContentRef, parseSessionText, type Session } from '../../src/session/index.ts';

const root = new URL(`${import.meta.env.BASE_URL}sessions/`, document.baseURI);

function urlOf(path: string): string {
  return new URL(path.split('/').map(encodeURIComponent).join('/'), root).href;
}

/** The sessions that `pnpm etl` made of the samples, newest first. */
export async function listSamples(): Promise<readonly SessionEntry[]> {
  return readIndex(await fetch(urlOf('index/sessions.json')));
}

/** The sessions that `pnpm etl` made of this machine's own logs, newest first; none in a built Storybook. */
export async function listOwnSessions(): Promise<readonly SessionEntry[]> {
  return readIndex(await fetch(urlOf('index/private.json')));
}

/** Throws for an unreadable index, so that it does not look like an empty one. */
async function readIndex(response: Response): Promise<readonly SessionEntry[]> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  const { sessions } = (await response.json()) as { sessions: readonly SessionEntry[] };
  return sessions;
}

/** A converted session; throws where it cannot be read. */
export async function loadSession(id: string): Promise<Session> {
  const { session, diagnostics } = parseSessionText(await (await fetch(urlOf(`${id}.json`))).text());
  if (session === undefined) throw new Error(`${id}.json: ${diagnostics[0]?.message}`);
  return session;
}

/** The sample of a format with the most calls, of those with subagents where there are any; throws where the format has no samples. */
export async function loadSample(format: string): Promise<Session> {
  const hasRuns = ({ inner_tool_calls_count = 0 }: SessionEntry): number => (inner_tool_calls_count > 0 ? 1 : 0);
  const [largest] = (await listSamples())
    .filter(({ source_format }) => source_format === format)
    .sort((a, b) => hasRuns(b) - hasRuns(a) || b.tool_calls_count - a.tool_calls_count);
  if (largest === undefined) throw new Error(`No session of ${format} in data/sessions: run pnpm etl.`);
  return loadSession(largest.session_id);
}

/** URL of the whole of a text that was set aside from its session. */
export function contentUrl({ path }: ContentRef): string {
  return urlOf(path);
}
