'use client';
import { useMemo } from 'react';
import type { Lanes, SessionIndex, TimeAxis } from '../../replay/index.ts';
import { toolLabel } from '../icons/toolLabel.ts';
import { phasesWords } from '../language/english/phases.ts';
import { useSettledKit } from '../theme/useMasked.ts';
import { plainText } from '../timeline/speech.ts';
import { phaseBands } from './draw/phaseBands.ts';
import type { Ink, LaneScene } from './draw/scene.ts';
import type { LaneHeights } from './laneHeights.ts';

/** Everything the canvases draw; undefined until the colours are known. */
export function useLaneScene(
  index: SessionIndex,
  time: TimeAxis,
  lanes: Lanes,
  heights: LaneHeights,
  ink: Ink | undefined,
): LaneScene | undefined {
  const kit = useSettledKit(phasesWords);
  return useMemo(() => {
    if (ink === undefined) return undefined;
    const names = new Map<string, string>();
    const nameOf = (tool: string): string => {
      const known = names.get(tool) ?? plainText(kit, kit.masking.mask(toolLabel(tool).name));
      names.set(tool, known);
      return known;
    };
    return {
      ...{ index, time, lanes, heights, ink },
      bands: phaseBands(index, time),
      formatters: kit.formatters,
      phaseName: (type) => kit.t(`phase.${type}`),
      callName(item) {
        const found = index.items[item];
        return found?.is === 'call' ? nameOf(found.call.tool_name) : '';
      },
    };
  }, [index, time, lanes, heights, ink, kit]);
}
