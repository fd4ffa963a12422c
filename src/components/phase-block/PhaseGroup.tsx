'use client';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { phasesWords } from '../language/english/phases.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { stripAnsi } from '../shared/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link PhaseGroup}. */
export interface PhaseGroupProps<Item> {
  title: string;
  /** What the group is inferred from. */
  aside?: string | undefined;
  /** Why it is what it is, in the words of the log. */
  why?: string | undefined;
  items: readonly Item[];
  draw: (item: Item) => ReactNode;
}

/** More items than this are shown only when asked for. */
const most = 24;

/** A titled list in the details of a phase; without items it is nothing. */
export function PhaseGroup<Item>({ title, aside, why, items, draw }: PhaseGroupProps<Item>): ReactElement | null {
  const { t } = useKit(phasesWords);
  const [whole, setWhole] = useState(false);
  const titleId = useId();
  if (items.length === 0) return null;
  const shown = whole ? items : items.slice(0, most);
  return (
    <section className="ark-phase__group" aria-labelledby={titleId}>
      <div className="ark-phase__group-head">
        <span id={titleId} className="ark-phase__group-title">
          {title}
        </span>
        {aside === undefined ? null : <Tag look="dashed">{aside}</Tag>}
      </div>
      {why === undefined ? null : (
        <p className="ark-phase__quiet">
          <LogText text={stripAnsi(why)} />
        </p>
      )}
      <ul className="ark-phase__list">
        {inPlace(shown, (item) => (
          <li className="ark-phase__item">{draw(item)}</li>
        ))}
      </ul>
      {shown.length === items.length ? null : (
        <ActionButton label={t('phase.more', { n: items.length - shown.length })} onClick={() => setWhole(true)} />
      )}
    </section>
  );
}
