import type { DifferingPicture } from './differingPicture.ts';

/** A differing story with its pictures as `data:` URLs; a missing picture is absent. */
export interface ReportEntry extends DifferingPicture {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly difference: string | undefined;
}

const style = `
  :root { color-scheme: light dark; font: 13px/20px system-ui, sans-serif; }
  body { margin: 24px; }
  h1 { font-size: 17px; font-weight: 600; }
  h2 { margin: 32px 0 4px; font-size: 14px; font-weight: 600; }
  h2 code, p, figcaption { color: GrayText; font-weight: 400; }
  .row { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 16px; align-items: start; }
  figure { margin: 0; min-width: 0; }
  .frame { position: relative; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); background: #808080; isolation: isolate; }
  img { display: block; max-width: 100%; }
  .blend { position: absolute; inset: 0 auto auto 0; mix-blend-mode: difference; }
  .blended { filter: brightness(3); }
  .none { padding: 24px; text-align: center; background: Canvas; }
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function image(source: string, label: string, look = ''): string {
  return `<img${look} src="${source}" alt="${escaped(label)}">`;
}

function difference({ story, before, after, difference: marked }: ReportEntry): string {
  if (marked !== undefined) return image(marked, `${story}: what differs`);
  if (before === undefined || after === undefined) return '<div class="none">nothing to compare</div>';
  // Pictures of different sizes are not compared pixel by pixel; laying them over each other still shows where they differ.
  const over = image(after, `${story}: what differs`, ' class="blend"');
  return `<div class="blended">${image(before, '')}${over}</div>`;
}

function figure(caption: string, content: string): string {
  return `<figure><figcaption>${caption}</figcaption><div class="frame">${content}</div></figure>`;
}

function section(entry: ReportEntry): string {
  const { story, file, theme, picture, before, after } = entry;
  const one = (source: string | undefined, label: string, none: string): string =>
    source === undefined ? `<div class="none">${none}</div>` : image(source, `${story}: ${label}`);
  return [
    `<section id="${escaped(picture)}">`,
    `<h2>${escaped(story)} \u00b7 ${escaped(theme)} <code>${escaped(file)}</code></h2>`,
    '<div class="row">',
    figure('Before', one(before, 'before', 'no picture yet')),
    figure('After', one(after, 'after', 'not drawn')),
    figure('Difference', difference(entry)),
    '</div>',
    '</section>',
  ].join('\n');
}

/** A self-contained page that shows each differing story before and after, and the difference. */
export function reportPage(entries: readonly ReportEntry[]): string {
  const title =
    entries.length === 0
      ? 'Every story looks like its picture'
      : `${entries.length} ${entries.length === 1 ? 'story looks' : 'stories look'} different`;
  const help =
    entries.length === 0
      ? ''
      : '<p>Meant? <code>pnpm test:update</code> makes new pictures: look at each, and commit them with the change.</p>';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
${help}
${entries.map(section).join('\n')}
</html>
`;
}
