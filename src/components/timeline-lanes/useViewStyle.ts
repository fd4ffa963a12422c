'use client';
import { type CSSProperties, type RefObject, useEffect } from 'react';
import type { LaneView } from '../../replay/lanes/laneView.ts';
import type { LaneStage } from './laneStage.ts';

const fromProperty = '--ark-lanes-from';
const spanProperty = '--ark-lanes-span';

/** The custom properties by which the style sheet puts elements where the view has them. */
export function viewStyle({ from, to }: LaneView, total: number): CSSProperties {
  return { [fromProperty]: from / total, [spanProperty]: (to - from) / total } as CSSProperties;
}

/** Keeps those properties of an element at the view, without any render. */
export function useViewStyle(root: RefObject<HTMLElement | null>, { view }: LaneStage, total: number): void {
  useEffect(() => {
    const style = root.current?.style;
    if (style === undefined) return undefined;
    const write = (): void => {
      const { from, to } = view.get();
      style.setProperty(fromProperty, String(from / total));
      style.setProperty(spanProperty, String((to - from) / total));
    };
    write();
    return view.subscribe(write);
  }, [root, view, total]);
}
