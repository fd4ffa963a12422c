import type { ReactDiffViewerStylesOverride } from 'react-diff-viewer-continued';

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
