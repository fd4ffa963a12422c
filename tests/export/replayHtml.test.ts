import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageDataId, replayHtml } from '../../src/export/index.ts';
import { replaySession } from '../../stories/data/replaySession.ts';

const parts = { script: 'const end = "</script><!-- -->"; render(end);', style: 'a::after { content: "</style>" }' };

function pageOf(title: string): string {
  const data = { session: { ...replaySession, task_title: title }, contents: [] };
  return [...replayHtml(data, parts)].join('');
}

const scripts = (page: string): string[] =>
  [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);

test('keeps log content from ending the element that holds it', () => {
  const title = '</script><script>alert(1)</script><!-- & </title> </style>';
  const page = pageOf(title);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page.match(/<\/(?:title|style)/g)).toHaveLength(2);
  expect(JSON.parse(scripts(page)[0] ?? '')).toMatchObject({ session: { task_title: title } });
  expect(page).toContain(`id="${pageDataId}"`);
});

test('allows this script by its hash, and nothing that loads or sends', () => {
  const page = pageOf('Tides');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256')
    .update(scripts(page)[1] ?? '')
    .digest('base64');
  expect(policy.split('; ')).toContain(`script-src 'sha256-${hash}'`);
  expect(policy.split('; ')).toContain("default-src 'none'");
  expect(policy).not.toMatch(/connect-src|unsafe-eval|https?:|\*/);
});

test('allows a served session to be fetched from its own server only', () => {
  const data = {
    title: 'Tides </title>',
    address: '1/session.json',
    abridged: '1/session.abridged.gz',
    contents: '1/contents/',
  };
  const page = [...replayHtml(data, parts)].join('');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]?.split('; ') ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("img-src 'self' data: blob:");
  expect(policy.join()).not.toMatch(/unsafe-eval|https?:|\*/);
  expect(page).toContain('<title>Tides &lt;/title></title>');
  expect(JSON.parse(scripts(page)[0] ?? '')).toEqual(data);
});

test('does not change what the script means', () => {
  const shown: string[] = [];
  new Function('render', scripts(pageOf('Tides'))[1] ?? '')((text: string) => shown.push(text));
  expect(shown).toEqual(['</script><!-- -->']);
});

test('strips invisible and direction-changing characters from the page title', () => {
  const [, title] = /<title>(.*)<\/title>/.exec(pageOf('invoice\u202efdp.exe\u200b \u001b[31mred\u0007')) ?? [];
  expect(title).toBe('invoicefdp.exe red');
});
