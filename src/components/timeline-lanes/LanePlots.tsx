'use client';
import { type CSSProperties, type ReactElement, useCallback, useMemo, useRef } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { useStore } from '../hooks/useStore.ts';
import { briefWords } from '../language/english/brief.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import {
  bandPx,
  drawPlots,
  figuresOnAxis,
  holderAt,
  type LaneFigures,
  type PlotOnAxis,
  plotPx,
  valueAt,
} from './draw/drawPlots.ts';
import type { LaneScene } from './draw/scene.ts';
import { createLaneScale } from './laneScale.ts';
import type { LaneStage } from './laneStage.ts';
import { useCanvas } from './useCanvas.ts';
import { type LanePointerOptions, useLanePointer } from './useLanePointer.ts';

/** Props of {@link LanePlots}. */
export interface LanePlotsProps {
  index: SessionIndex;
  scene: LaneScene | undefined;
  stage: LaneStage;
  axis: LaneScene['lanes']['axis'];
  pointer: Omit<LanePointerOptions, 'find'>;
}

const nothing = (): undefined => undefined;
const ownWords = { ...lanesWords, ...briefWords };

/**
 * Above: whom the session waited for at each moment. Below, unless the reader folds them away: how full the context was and how many tokens
 * were used. The values at the pointer stand beside their names. Renders nothing if the log has none of these figures.
 */
export function LanePlots({ index, scene, stage, axis, pointer }: LanePlotsProps): ReactElement | null {
  const { t } = useKit(ownWords);
  const [open, toggle] = useOpen({ defaultOpen: true });
  const canvas = useRef<HTMLCanvasElement>(null);
  const all = figuresOnAxis(index, axis);
  const shown = useMemo((): LaneFigures => (open ? all : { band: all.band, plots: [] }), [all, open]);
  const ink = scene?.ink;
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (ink === undefined) return;
      const view = stage.view.get();
      drawPlots(ink, { context, widthPx, heightPx, view, scale: createLaneScale(view, widthPx), scrollPx: 0 }, shown);
    },
    [ink, stage, shown],
  );
  useCanvas(
    canvas,
    draw,
    useMemo(() => [stage.view], [stage]),
  );
  const handlers = useLanePointer({ ...pointer, find: nothing });
  if (all.band === undefined && all.plots.length === 0) return null;
  const head = all.band === undefined && !open ? bandPx : 0;
  const heightPx = (all.band === undefined ? head : bandPx) + shown.plots.length * plotPx;
  return (
    <div className="ark-lanes__plots" style={{ '--ark-plots-height': `${heightPx}px` } as CSSProperties}>
      <div className="ark-lanes__plot-names">
        {all.band === undefined ? null : <BandName stage={stage} band={all.band} />}
        {shown.plots.map((plot) => (
          <PlotName key={plot.name} stage={stage} plot={plot} />
        ))}
        {all.plots.length === 0 ? null : (
          <ActionButton
            look="icon"
            className="ark-lanes__plot-fold"
            icon={open ? 'chevronDown' : 'chevronRight'}
            label={t(open ? 'lanes.hidePlots' : 'lanes.showPlots')}
            aria-expanded={open}
            onClick={toggle}
          />
        )}
      </div>
      <canvas ref={canvas} className="ark-lanes__plot-canvas" {...handlers} />
    </div>
  );
}

function BandName({ stage, band }: { stage: LaneStage; band: NonNullable<LaneFigures['band']> }): ReactElement {
  const { t } = useKit(ownWords);
  const holder = useStore(stage.hover, (offset) => (offset === undefined ? undefined : holderAt(band, offset)));
  return (
    <span className="ark-lanes__plot-name" data-plot="band">
      <span>{t('lanes.band')}</span>
      {holder === undefined ? null : (
        <span className="ark-lanes__plot-value" data-holder={holder}>
          {t(`brief.time.${holder}`)}
        </span>
      )}
    </span>
  );
}

function PlotName({ stage, plot }: { stage: LaneStage; plot: PlotOnAxis }): ReactElement {
  const { t, formatters } = useKit(lanesWords);
  const offset = useStore(stage.hover);
  const value = offset === undefined ? undefined : valueAt(plot, offset);
  const { most, limit } = plot.plot;
  const largest = t('lanes.plotMost', { n: formatters.tokens(most) });
  const title =
    limit === undefined ? largest : `${largest} \u00b7 ${t('lanes.plotLimit', { n: formatters.tokens(limit) })}`;
  return (
    <span className="ark-lanes__plot-name" data-plot={plot.name} title={title}>
      <span>{t(`lanes.plot.${plot.name}`)}</span>
      <span className="ark-lanes__plot-value ark-figures">
        {offset === undefined ? formatters.tokens(most) : value === undefined ? '\u2013' : formatters.tokens(value)}
        {offset === undefined ? <span className="ark-unseen"> {title}</span> : null}
      </span>
    </span>
  );
}
