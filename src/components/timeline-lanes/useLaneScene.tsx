import { type ReactElement, type RefObject, useEffect, useMemo, useState } from 'react';
import { type Lanes, type SessionIndex, type TimeAxis, timeHolders } from '../../replay/index.ts';
import { laneKinds } from '../../replay/internal.ts';
import { toolLabel } from '../../session/facts/toolFacts.ts';
import type { PhaseType } from '../../session/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import { useKit } from '../theme/useKit.ts';
import { useSettledKit } from '../theme/useMasked.tsx';
import { plainText } from '../timeline/speech.ts';
import { type Ink, type LaneScene, phaseBands } from './draw/scene.ts';
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

const phaseTypes: readonly PhaseType[] = [
  'understand',
  'explore',
  'plan',
  'execute',
  'verify',
  'mixed',
  'unclassified',
];
const plain = ['background', 'text', 'text2', 'text3', 'line', 'line2', 'red'] as const;
const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];

/**
 * One invisible element per colour, so that the browser resolves what the style sheet, the host or the system sets; and one as high as the
 * room around the lanes.
 */
export function LaneInks(): ReactElement {
  return (
    <span className="ark-lanes__inks" aria-hidden="true">
      {plain.map((name) => (
        <i key={name} className="ark-lanes__ink" data-ink={name} />
      ))}
      {laneKinds.map((category) => (
        <i key={category} className="ark-lanes__ink" data-category={category} data-ink="category" />
      ))}
      {phaseTypes.map((type) => (
        <i key={type} className="ark-lanes__ink" data-phase={type} data-ink="phase" />
      ))}
      {timeHolders.map((holder) => (
        <i key={holder} className="ark-lanes__ink" data-holder={holder} data-ink="holder" />
      ))}
      <i className="ark-lanes__ink" data-ink="context" />
      <i className="ark-lanes__ink" data-ink="tokens" />
      <span className="ark-lanes__whole" />
    </span>
  );
}

/**
 * The colours of the lanes at their place in the page; undefined until they are known. They are read again whenever one changes, for
 * whatever reason: the elements have a transition of zero length, whose end is an event.
 *
 * @param root element around `LaneInks`.
 */
export function useLaneInk(root: RefObject<HTMLElement | null>): Ink | undefined {
  const { theme } = useKit();
  const [ink, setInk] = useState<Ink>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const probes = root.current?.querySelector('.ark-lanes__inks');
    if (probes == null) return undefined;
    let shown = '';
    const read = (): void => {
      const next = readInk(probes);
      const written = JSON.stringify([next, ...next.phases]);
      if (written === shown) return;
      shown = written;
      setInk(next);
    };
    read();
    // These two still report changes if an extension or a test has switched transitions off.
    const lists = queries.map((query) => window.matchMedia(query));
    for (const list of lists) list.addEventListener('change', read);
    probes.addEventListener('transitionend', read);
    // Same colours, but everything must be redrawn: a canvas does not notice that its font has loaded.
    const readAnew = (): void => setInk(readInk(probes));
    document.fonts.addEventListener('loadingdone', readAnew);
    return () => {
      for (const list of lists) list.removeEventListener('change', read);
      probes.removeEventListener('transitionend', read);
      document.fonts.removeEventListener('loadingdone', readAnew);
    };
  }, [root, theme]);
  return ink;
}

function readInk(probes: Element): Ink {
  const styleOf = (selector: string): CSSStyleDeclaration =>
    getComputedStyle(probes.querySelector(selector) as Element);
  const colours = Object.fromEntries(plain.map((name) => [name, styleOf(`[data-ink="${name}"]`).color]));
  const { fontSize, fontFamily } = getComputedStyle(probes);
  return {
    ...(colours as Record<(typeof plain)[number], string>),
    kinds: laneKinds.map((kind) => styleOf(`[data-category="${kind}"]`).color),
    phases: new Map(
      phaseTypes.map((type) => {
        const { color, backgroundColor } = styleOf(`[data-phase="${type}"]`);
        return [type, { mark: color, wash: backgroundColor }];
      }),
    ),
    holders: timeHolders.map((holder) => styleOf(`[data-holder="${holder}"]`).color),
    plots: { context: styleOf('[data-ink="context"]').color, tokens: styleOf('[data-ink="tokens"]').color },
    font: `${fontSize} ${fontFamily}`,
  };
}
