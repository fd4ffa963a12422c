/** Size in bytes from which `agent-replay etl` writes an abridged copy beside a session. */
const abridgedFrom = 8 * 1024 * 1024;

/** Whether an abridged copy lies beside a session. Nothing is asked for beside a small one: the browser's console would show an error each time. */
export async function hasAbridgedCopy({ session, abridged }: { session: string; abridged: string }): Promise<boolean> {
  return (await isLarge(session)) && (await isServed(abridged));
}

async function isLarge(session: string): Promise<boolean> {
  const { headers } = await fetch(session, { method: 'HEAD' });
  const size = headers.get('content-length');
  // The size of what a server packs tells nothing of the session's.
  return size === null || headers.has('content-encoding') || Number(size) >= abridgedFrom;
}

/** Whether a file lies there. Some servers answer with their start page where nothing does. */
async function isServed(path: string): Promise<boolean> {
  const { ok, headers } = await fetch(path, { method: 'HEAD' });
  return ok && headers.get('content-type')?.startsWith('text/html') !== true;
}
