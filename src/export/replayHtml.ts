import { sha256 } from '@noble/hashes/sha2.js';
import type { Note, Prices, Session } from '../session/index.ts';
import { cleanText } from './harmlessText.ts';

/** Script and style sheet of the replay, each in one piece: the package has them in `dist/page/`. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** A content of a session's folder, to embed in the page. */
export interface EmbeddedContent {
  /** Its name in `content_refs`. */
  readonly path: string;
  /** Decides how a browser shows it. */
  readonly mediaType: string;
  readonly base64: string;
}

// Anything that could run is shown as text.
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** The media type a page may give a content, by the file extension of its name. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain;charset=utf-8';
}

interface CommonData {
  /** Prices of the host, with which the page shows costs that the log does not say. @default none */
  readonly prices?: Prices | undefined;
}

/** What an exported page reads: a session and the contents kept beside it. */
export interface EmbeddedReplay extends CommonData {
  readonly session: Session;
  readonly contents: readonly EmbeddedContent[];
  /** What readers noted; the page shows it, and lets its reader go on. */
  readonly notes?: readonly Note[] | undefined;
}

/** A session that the page fetches from its own server. */
export interface ServedReplay extends CommonData {
  /** The title of the page. */
  readonly title: string;
  /** URL of the session's JSON, relative to the page. */
  readonly address: string;
  /** URL of the session's abridged copy, relative to the page. Default: there is none. */
  readonly abridged?: string | undefined;
  /** URL of its notes, which takes changed ones by PUT, relative to the page. Default: there are no notes. */
  readonly notes?: string | undefined;
  /** URL prefix of its contents: the page appends a content's name. */
  readonly contents: string;
}

/** What an exported page reads. */
export type PageData = EmbeddedReplay | ServedReplay;

/** Id of the element that holds {@link PageData} as JSON. */
export const pageDataId = 'agent-replay-data';

/**
 * Writes a replay as one HTML file, in pieces. With an embedded session it needs no network and no other file: its content security policy
 * allows this one script and nothing that could load or send anything. With a served session it may also fetch from its own server.
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

// Views set styles from script, some through style elements. Under `default-src 'none'` a style sheet can load nothing.
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

// In JSON, `<` occurs only inside strings, where an escape means the same.
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

// In a minified script these occur only inside strings and regular expressions; the build checks that the result is still a script.
function escapeScript(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

function escapeStyle(style: string): string {
  return style.replace(/<(?=\/style)/gi, '\\3c ');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
