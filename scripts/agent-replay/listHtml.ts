import type { Session } from '../../src/session/index.ts';

/** A page that links to each replay, at `/1`, `/2`, … */
export function listHtml(sessions: readonly Session[]): string {
  const rows = sessions.map(
    (session, at) =>
      `<li><a href="/${at + 1}">${escapeText(session.task_title)}</a>
<small>${escapeText(session.created_at.slice(0, 16).replace('T', ' '))}, ${session.tool_calls.length} calls,
${escapeText(session.provenance?.source_format ?? '')}</small></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Replays</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
ol { padding-inline-start: 2rem }
li { margin-block: 0.75rem }
a { display: block; overflow-wrap: anywhere }
</style>
<h1>Replays</h1>
<ol>
${rows.join('\n')}
</ol>
</html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
