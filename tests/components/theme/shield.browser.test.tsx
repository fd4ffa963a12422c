import { afterEach, expect, test } from 'vitest';
import { SessionCard, ToolCallCard, ToolCallDetail } from '../../../src/components/index.ts';
import { scope } from '../../../stories/data/builders.ts';
import { edit, failedCommand } from '../../../stories/data/calls.ts';
import { session } from '../../../stories/data/session.ts';
import { testRoot } from '../../helpers/testRoot.ts';
import '../../../src/components/styles.css';

const root = testRoot();
const added: HTMLStyleElement[] = [];
afterEach(() => {
  for (const sheet of added.splice(0)) sheet.remove();
});

function addRules(css: string): void {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.append(sheet);
  added.push(sheet);
}

const watched = [
  'color',
  'backgroundColor',
  'fontSize',
  'fontFamily',
  'display',
  'borderTopWidth',
  'paddingLeft',
  'marginTop',
  'width',
  'height',
  'boxSizing',
  'position',
  'direction',
  'whiteSpaceCollapse',
  'textIndent',
  'wordBreak',
  'wordSpacing',
  'fill',
  'cursor',
] as const;

/** How each element of the kit looks. */
function looks(): string[] {
  return [...document.querySelectorAll('[class^="ark-"], [class*=" ark-"]')].map((element) => {
    const style = getComputedStyle(element);
    return [element.localName, element.className, ...watched.map((name) => style[name])].join(' ');
  });
}

async function draw(): Promise<void> {
  root.host.style.width = '900px';
  root.render(
    <>
      <SessionCard session={session} />
      <ToolCallCard call={failedCommand} scope={scope} />
      <ToolCallDetail call={edit} scope={scope} />
    </>,
  );
  await expect.poll(() => looks().length).toBeGreaterThan(50);
  // The diff viewer is loaded when it is needed.
  await expect.poll(() => document.querySelectorAll('.ark-diff td').length).toBeGreaterThan(5);
  await document.fonts.ready;
}

test('rules of a host for bare elements do not reach the kit', async () => {
  await draw();
  const before = looks();
  addRules(`
    h1, h2, h3 { font-size: 56px; color: rgb(1, 2, 3); margin: 32px 0; letter-spacing: -2px }
    body button { padding: 0.6em 1.2em; background: rgb(9, 9, 9); border: 3px solid; border-radius: 8px; font-size: 30px }
    code, pre { display: inline-flex; padding: 4px 8px; background: rgb(9, 9, 9) }
    p { margin: 20px; color: rgb(1, 2, 3) } a { color: rgb(1, 2, 3) } body section { padding: 9px; background: rgb(9, 9, 9) }
    table, td, th { border: 2px solid } ul, ol, dl, dd { margin: 40px; padding: 40px }
    * { box-sizing: content-box } svg { width: 60px; height: auto; fill: currentColor; vertical-align: middle }
    button { display: inline-flex; gap: 20px; position: relative; cursor: wait; transform: rotate(9deg) } nav { position: fixed }
    header { position: sticky; top: 0 } i { color: rgb(1, 2, 3) } canvas { border: 1px solid } li { display: inline-block }
  `);
  expect(looks()).toEqual(before);
});

test('what a host sets for its own texts is not inherited by the kit', async () => {
  await draw();
  const before = looks();
  addRules(`
    body { direction: rtl; line-height: 2; text-indent: 2em; word-break: break-all; white-space: pre-wrap; word-spacing: 4px;
      text-align: justify; letter-spacing: 1px; cursor: crosshair; font: italic bold 30px serif; text-transform: uppercase }
  `);
  expect(looks()).toEqual(before);
});

test('rules of a host that name a class or an attribute reach the kit', async () => {
  await draw();
  addRules('.ark-row[data-state="failed"] { background: rgb(1, 2, 3) } [class^="ark-"] button { opacity: 0.5 }');
  const row = document.querySelector('.ark-row[data-state="failed"]');
  expect(row && getComputedStyle(row).backgroundColor).toBe('rgb(1, 2, 3)');
  const button = document.querySelector('[class^="ark-"] button');
  expect(button && getComputedStyle(button).opacity).toBe('0.5');
});
