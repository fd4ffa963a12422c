import { type ReactElement, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react';
import ReactDiffViewer, { DiffMethod, type ReactDiffViewerStylesOverride } from 'react-diff-viewer-continued';
import type { ChangeHunk } from '../../session/facts/fileChanges.ts';
import { treeOf } from '../hooks/acrossShadows.ts';
import type { CodeKind } from '../shared/code/codePart.ts';
import { grammarOfPath } from '../shared/code/grammars.ts';
import { kindByName } from '../shared/code/kindOf.ts';
import { inPlace } from '../shared/inPlace.ts';
import { DiffRow } from './DiffRow.tsx';
import { type DiffLayout, hunkRow } from './diffRows.ts';
import { LightDiff, type LightDiffProps } from './LightDiff.tsx';

/** Name that the viewer's style library gives its style sheets. */
const selector = 'style[data-emotion="react-diff"]';

function rulesOf(style: HTMLStyleElement): string {
  if (style.textContent !== '') return style.textContent ?? '';
  return [...(style.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('');
}

/**
 * Removes style sheets that another viewer has already added. Each viewer adds its own when mounted and never removes it; they are all the
 * same, so one is enough.
 */
export function dropDuplicateStyles(head: ParentNode): void {
  const seen = new Set<string>();
  for (const style of head.querySelectorAll<HTMLStyleElement>(selector)) {
    const rules = rulesOf(style);
    if (seen.has(rules)) style.remove();
    else seen.add(rules);
  }
}

/**
 * Gives a shadow root the viewer's styles, which the viewer adds to the document. Returns whether they are there: under a policy that
 * forbids style elements there are none, and the change is better shown without the viewer.
 */
export function bringStyles(head: ParentNode, tree: Document | ShadowRoot): boolean {
  if (!('host' in tree)) return true;
  const rules = [...head.querySelectorAll<HTMLStyleElement>(selector)].map(rulesOf).join('');
  if (rules === '') return false;
  const brought = broughtStyles.get(tree) ?? { sheet: new CSSStyleSheet(), rules: '' };
  if (!broughtStyles.has(tree)) tree.adoptedStyleSheets.push(brought.sheet);
  if (brought.rules !== rules) brought.sheet.replaceSync(rules);
  broughtStyles.set(tree, { ...brought, rules });
  return true;
}

const broughtStyles = new WeakMap<ShadowRoot, { readonly sheet: CSSStyleSheet; readonly rules: string }>();

const face = {
  fontFamily: 'var(--ark-font-mono)',
  fontSize: 'var(--ark-size-meta)',
  lineHeight: 'var(--ark-leading-code)',
  fontVariantLigatures: 'none',
};
const line = { ...face, margin: 0, padding: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** A sign's own colour on the ground of its line. */
const changed = (name: 'added' | 'removed') => ({
  background: `var(--ark-${name}-bg)`,
  color: 'var(--ark-text)',
  pre: { color: `var(--ark-${name}-text)` },
});
/** Twice as strong as the line around it; text on it keeps 4.5 in both themes. */
const word = (name: 'added' | 'removed') => ({
  borderRadius: 'var(--ark-radius-1)',
  background: `color-mix(in srgb, var(--ark-${name}-text) 22%, var(--ark-${name}-bg))`,
  // Forced colours remove backgrounds; changed words are underlined then.
  '@media (forced-colors: active)': { '&&': { textDecoration: 'underline' } },
});

/**
 * The viewer's styles, in the kit's font and colours. One object serves every viewer and both themes: its colours are the kit's custom
 * properties, so all viewers can share the first one's style sheet.
 */
export const libraryStyles: ReactDiffViewerStylesOverride = {
  diffContainer: {
    ...face,
    minWidth: 0,
    background: 'var(--ark-bg)',
    tabSize: 4,
    '& pre, & td': { ...face, margin: 0, padding: 0 },
    '& pre': line,
    '& ins, & del': { textDecoration: 'none' },
    '@media (max-width: 768px)': { minWidth: 0 },
  },
  // Keeps text off a scrollbar, or off the edge of a phone.
  contentText: { ...line, width: 'calc(100% - 8px)', color: 'var(--ark-text)', lineBreak: 'auto' },
  diffAdded: changed('added'),
  diffRemoved: changed('removed'),
  diffChanged: { background: 'none' },
  wordAdded: word('added'),
  wordRemoved: word('removed'),
  emptyLine: { background: 'var(--ark-bg)' },
  marker: { width: 20, padding: 0, textAlign: 'center', '& pre': { width: '100%', textAlign: 'center' } },
};

/** The colours of code, as in `Code.css`; the viewer writes them into the elements. */
const codeColours: Readonly<Record<CodeKind, string>> = {
  comment: 'var(--ark-code-comment, var(--ark-text-3))',
  keyword: 'var(--ark-code-keyword, var(--ark-purple))',
  string: 'var(--ark-code-string, var(--ark-green))',
  number: 'var(--ark-code-number, var(--ark-orange))',
  name: 'var(--ark-code-name, var(--ark-blue))',
  type: 'var(--ark-code-type, var(--ark-gold))',
  property: 'var(--ark-code-property, var(--ark-cyan))',
  quiet: 'var(--ark-code-quiet, var(--ark-text-2))',
  added: 'var(--ark-code-added, var(--ark-green))',
  removed: 'var(--ark-code-removed, var(--ark-red))',
  strong: 'var(--ark-text)',
};

/** What the viewer colours, by its highlighter's names. */
export const libraryColours: Readonly<Record<string, string>> = {
  default: 'var(--ark-text)',
  ...Object.fromEntries([...kindByName].map(([name, kind]) => [name, codeColours[kind]])),
};

/** Props of {@link LibraryDiff}. */
export interface LibraryDiffProps extends LightDiffProps {
  /** Nonce for a content security policy that requires one for style sheets. */
  nonce: string | undefined;
}

interface HunkProps {
  path: string;
  hunk: ChangeHunk;
  layout: DiffLayout;
  nonce: string | undefined;
}

/** The viewer's number for an unchanged line. */
const unchanged = 0;

function sideOf({ lines }: ChangeHunk, without: '+' | '-'): string {
  return lines
    .filter(({ sign }) => sign !== without)
    .map(({ text }) => text)
    .join('\n');
}

function Hunk({ path, hunk, layout, nonce }: HunkProps): ReactElement {
  const { oldStart, newStart } = hunk;
  const [before, after] = useMemo(() => [sideOf(hunk, '+'), sideOf(hunk, '-')], [hunk]);
  const at = (start: number | undefined, line: number | undefined): number | undefined =>
    start === undefined || line === undefined || line === 0 ? undefined : start + line - 1;
  return (
    <ReactDiffViewer
      oldValue={before}
      newValue={after}
      splitView={layout === 'split'}
      showDiffOnly={false}
      hideSummary
      // The viewer's own numbers begin at 1; those of a hunk do not.
      hideLineNumbers
      renderGutter={({ lineNumber, additionalLineNumber, prefix, type }) => {
        const left = prefix === 'L';
        const first = at(left ? oldStart : newStart, lineNumber);
        const sign = type === unchanged ? undefined : left ? 'removed' : 'added';
        return (
          <td className="ark-diff__gutter" data-sign={sign}>
            <span className="ark-diff__numbers">
              {layout === 'split' ? (
                <span className="ark-diff__number">{first}</span>
              ) : (
                <>
                  <span className="ark-diff__number">{left ? first : undefined}</span>
                  <span className="ark-diff__number">{at(newStart, additionalLineNumber)}</span>
                </>
              )}
            </span>
          </td>
        );
      }}
      highlightLanguage={grammarOfPath(path) ?? ''}
      highlightTheme={libraryColours}
      compareMethod={DiffMethod.WORDS_WITH_SPACE}
      // Its worker is a blob, which many policies forbid; a hunk this short is compared before a worker has started.
      disableWorker
      styles={libraryStyles}
      {...(nonce === undefined ? {} : { nonce })}
    />
  );
}

/** When pressed, the viewer marks every element of the page with class `left` or `right`, even the host's. */
const keepToItself = (event: SyntheticEvent): void => event.stopPropagation();

/**
 * A change with its words compared, by react-diff-viewer-continued. The library draws late, so the light diff stays until its rows are
 * there. `DiffBody` loads it and decides which changes it gets.
 */
export function LibraryDiff({ change, layout, nonce }: LibraryDiffProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const numbered = change.hunks.some(({ newStart }) => newStart !== undefined);

  useEffect(() => {
    const root = box.current;
    if (root === null) return undefined;
    const tidy = (): void => {
      dropDuplicateStyles(document.head);
      // Removes tooltips, which are always in English; the sign says the same.
      for (const cell of root.querySelectorAll('td[title]')) cell.removeAttribute('title');
      const tables = [...root.querySelectorAll('tbody')];
      if (!bringStyles(document.head, treeOf(root))) return;
      if (tables.length > 0 && tables.every((table) => table.rows.length > 0)) setDrawn(true);
    };
    const observer = new MutationObserver(tidy);
    observer.observe(root, { childList: true, subtree: true });
    tidy();
    return () => observer.disconnect();
  }, []);

  return (
    <>
      {drawn ? null : <LightDiff change={change} layout={layout} />}
      <div
        ref={box}
        className="ark-diff ark-diff--library ark-mono"
        data-layout={layout}
        data-numbered={numbered ? '' : undefined}
        hidden={!drawn}
        translate="no"
        onMouseDownCapture={keepToItself}
      >
        {inPlace(change.hunks, (hunk, at) => {
          const head = hunkRow(hunk, at);
          return (
            <>
              {head === undefined ? null : <DiffRow row={head} />}
              <Hunk path={change.movedTo ?? change.path} hunk={hunk} layout={layout} nonce={nonce} />
            </>
          );
        })}
      </div>
    </>
  );
}
