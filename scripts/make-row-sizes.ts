// Writes src/components/theme/rowSizes.css from rowSizes.ts, so that the style sheet has the row sizes that lists assume.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowSizes } from '../src/components/theme/rowSizes.ts';

/** The style sheet of row sizes. */
export function makeRowSizesCss(): string {
  const { wide, narrow, narrowBelowPx, phaseLinePx } = rowSizes;
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
  }
}
`;
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../src/components/theme/rowSizes.css'), makeRowSizesCss());
}
