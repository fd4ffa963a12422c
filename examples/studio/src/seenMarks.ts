import type { SeenMark } from 'agent-replay-kit/replay';

/** Where the browser keeps how far its reader has seen each session. */
const place = 'seen';

/** How many sessions are remembered, those that were seen last. */
const most = 100;

type Marks = Readonly<Record<string, SeenMark>>;

function readMarks(): Marks {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Marks;
  } catch {
    // Not kept by this app.
    return {};
  }
}

function keepMark(session: string, mark: SeenMark): void {
  const { [session]: _, ...others } = readMarks();
  const kept = Object.entries(others).slice(1 - most);
  try {
    localStorage.setItem(place, JSON.stringify(Object.fromEntries([...kept, [session, mark]])));
  } catch {
    // The browser keeps nothing: a page that is opened again begins anew.
  }
}

/** What the browser remembers of a session's reader, for the replay, which says when there is more to remember. */
export function seenMarks(session: string | undefined) {
  if (session === undefined) return {};
  return { seen: readMarks()[session], onSeenChange: (mark: SeenMark) => keepMark(session, mark) };
}
