import { sha256 } from '@noble/hashes/sha2.js';
import type { Session } from '../session/index.ts';
import { cleanText } from './harmlessText.ts';

/** The replay as script and style sheet, each in one piece: `dist/page/` of the package has them. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** A content of a session's folder, to be embedded. */
export interface EmbeddedContent {
  /** As `content_refs` name it. */
  readonly path: string;
  /** Decides how a browser shows it. */
  readonly mediaType: string;
  readonly base64: string;
}

// Whatever could run is shown as text.
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** The media type under which a page may have a content, by the ending of its name. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain;charset=utf-8';
}

/** What an exported page reads: a session, and what left it. */
export interface EmbeddedReplay {
  readonly session: Session;
  readonly contents: readonly EmbeddedContent[];
}

/** A session that the page fetches from where the page itself comes from. */
export interface ServedReplay {
  /** The title of the page. */
  readonly title: string;
  /** Where the JSON of the session is, as seen from the page. */
  readonly address: string;
  /** Where its contents are, each under its name: what this ends with, the name is put behind. */
  readonly contents: string;
}

/** What the page reads. */
export type PageData = EmbeddedReplay | ServedReplay;

/** Id of the element that holds {@link PageData} as JSON. */
export const pageDataId = 'agent-replay-data';

/**
 * A replay as one HTML file, in pieces. With an embedded session it needs nothing else, no network and no other file: its policy
 * allows this one script and nothing that could send or load anything. With a served one it may also fetch from its own server.
 */
export function* replayHtml(data: PageData, { script, style }: PageParts): Generator<string> {
  const code = escapeScript(script);
  const isServed = 'address' in data;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy(code, isServed)}">
<title>${escapeText(cleanText(isServed ? data.title : data.session.task_title))}</title>
<style>${escapeStyle(style)}</style>
</head>
<body>
<div id="agent-replay"></div>
<script type="application/json" id="${pageDataId}">`;
  yield escapeJson(JSON.stringify(data));
  yield `</script>\n<script>${code}</script>\n</body>\n</html>\n`;
}

// Views set styles from script, some through style elements; a style sheet can load nothing under `default-src 'none'`.
function policy(code: string, isServed: boolean): string {
  const hash = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(code))));
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    ...(isServed ? ["connect-src 'self'", "img-src 'self' data: blob:"] : ['img-src data: blob:']),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

// In JSON, `<` stands inside strings only, and there an escape means the same.
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

// In a minified script, these stand inside strings and regular expressions only; the build checks that what comes out is a script.
function escapeScript(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

function escapeStyle(style: string): string {
  return style.replace(/<(?=\/style)/gi, '\\3c ');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
