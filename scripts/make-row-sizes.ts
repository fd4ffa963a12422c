// Writes src/components/theme/rowSizes.css, and the sizes of texts in tokens.css, from rowSizes.ts, so that the style sheets have what lists assume.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowSizes, textSizes } from '../src/components/theme/rowSizes.ts';

/** The style sheet of row sizes. */
export function makeRowSizesCss(): string {
  const { wide, narrow, narrowBelowPx, phaseLinePx, newLinePx } = rowSizes;
  const { authorGapPx, attachmentPx, asideLinePx, listIndentPx, codeEndPx, codeBorderPx, codeCopyPx } = textSizes;
  return `/* Written from rowSizes.ts by \`node scripts/make-row-sizes.ts\`. */
@layer ark.tokens {
  :where(:root, :host) {
    /* Density: the columns and heights of a row */
    --ark-row-height: ${wide.linePx}px;
    --ark-row-height-inner: ${wide.innerLinePx}px;
    --ark-row-gutter: ${wide.gutterPx}px;
    --ark-row-time: ${wide.timePx}px;
    --ark-row-icon: ${wide.iconPx}px;
    --ark-row-duration: 64px;
    --ark-row-end: ${wide.endPx}px;
    --ark-row-indent: ${wide.gutterPx + wide.timePx + wide.iconPx}px;
  }
}

@layer ark.components {
  .ark-phase__head {
    min-height: ${phaseLinePx}px;
  }
  .ark-timeline__row[data-kind="room"] {
    height: ${phaseLinePx}px;
  }
  .ark-timeline__new {
    height: ${newLinePx}px;
  }

  .ark-message__said {
    gap: ${authorGapPx}px;
  }
  .ark-message__aside {
    grid-template-columns: ${asideLinePx}px minmax(0, 1fr);
  }
  .ark-attachment__chip {
    height: ${attachmentPx}px;
  }
  .ark-prose__list {
    /* Markers hang in the first track, whatever padding the host gives lists. */
    grid-template-columns: ${listIndentPx}px minmax(0, 1fr);
  }
  .ark-prose__code-block {
    grid-template-columns: var(--ark-space-3) minmax(0, 1fr) ${codeCopyPx}px;
    border: ${codeBorderPx}px solid var(--ark-line);

    &::before,
    &::after {
      height: ${codeEndPx}px;
    }
  }

  @container ark-row (width < ${narrowBelowPx}px) {
    .ark-row__line,
    .ark-row__below {
      --ark-row-height: ${narrow.linePx}px;
      --ark-row-gutter: ${narrow.gutterPx}px;
      --ark-row-icon: ${narrow.iconPx}px;
      --ark-row-end: ${narrow.endPx}px;
    }
  }
  @container ark-timeline (width < ${narrowBelowPx}px) {
    .ark-timeline__row {
      --ark-row-gutter: ${narrow.gutterPx}px;
    }
    .ark-timeline__new {
      --ark-row-indent: ${narrow.gutterPx + narrow.iconPx}px;
      --ark-row-end: ${narrow.endPx}px;
    }
  }
}
`;
}

const textTokens: Readonly<Record<string, string>> = {
  '--ark-leading-meta': `${textSizes.metaLinePx}px`,
  '--ark-leading-code': `${textSizes.codeLinePx}px`,
  '--ark-leading-prose': `${textSizes.proseLinePx}px`,
  '--ark-space-1': `${textSizes.smallGapPx}px`,
  '--ark-space-2': `${textSizes.gapPx}px`,
  '--ark-space-3': `${textSizes.largeGapPx}px`,
  '--ark-measure': `${textSizes.measureCh}ch`,
};

/** The style sheet of tokens with the sizes of texts. Throws if it has no place for one of them. */
export function withTextSizes(css: string): string {
  return Object.entries(textTokens).reduce((sheet, [name, value]) => {
    const [before, after, ...more] = sheet.split(`${name}: `);
    const end = after?.indexOf(';') ?? -1;
    if (before === undefined || after === undefined || end < 0 || more.length > 0) {
      throw new Error(`tokens.css should state ${name} once.`);
    }
    return `${before}${name}: ${value}${after.slice(end)}`;
  }, css);
}

if (import.meta.main) {
  const theme = join(import.meta.dirname, '../src/components/theme');
  const tokens = join(theme, 'tokens.css');
  writeFileSync(join(theme, 'rowSizes.css'), makeRowSizesCss());
  writeFileSync(tokens, withTextSizes(readFileSync(tokens, 'utf8')));
}
