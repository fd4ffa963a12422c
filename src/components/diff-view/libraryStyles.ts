import type { ReactDiffViewerStylesOverride } from 'react-diff-viewer-continued';
import type { CodeKind } from '../shared/code/codePart.ts';
import { kindByName } from '../shared/code/kindOf.ts';

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
  // Grounds are gone in forced colours; what changed in a line is underlined then.
  '@media (forced-colors: active)': { '&&': { textDecoration: 'underline' } },
});

/**
 * The viewer in the kit's face and colours. One object for every viewer and both themes: its colours are the kit's
 * custom properties, so a theme needs no other style sheet, and all viewers can share the first one's.
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
  contentText: { ...line, color: 'var(--ark-text)', lineBreak: 'auto' },
  diffAdded: changed('added'),
  diffRemoved: changed('removed'),
  diffChanged: { background: 'none' },
  wordAdded: word('added'),
  wordRemoved: word('removed'),
  emptyLine: { background: 'var(--ark-bg)' },
  marker: { width: 20, padding: 0, textAlign: 'center', '& pre': { width: '100%', textAlign: 'center' } },
};

/** The colours of code, as in `Code.css`: the viewer writes them into the elements. */
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
