'use client';
import { type ReactElement, useId } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

/** Paces on offer; a replay started at another one has that one too. */
const rates: readonly number[] = [0.5, 1, 2, 4, 8, 16, 32];

/** How fast the replay goes: buttons side by side, or a menu where there is no room for them. */
export function RateChoice(): ReactElement {
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const rate = useReplay((state) => state.rate);
  const name = useId();
  const offered = rates.includes(rate) ? rates : [...rates, rate].sort((a, b) => a - b);
  const label = (each: number): string => t('transport.rateOf', { rate: each });
  return (
    <>
      <fieldset className="ark-rates" data-look="buttons">
        <legend className="ark-unseen">{t('transport.rate')}</legend>
        {offered.map((each) => (
          <label key={each} className="ark-rates__rate">
            <input
              type="radio"
              className="ark-unseen"
              name={name}
              value={each}
              checked={each === rate}
              onChange={() => replay.setRate(each)}
            />
            {label(each)}
          </label>
        ))}
      </fieldset>
      <select
        className="ark-rates__menu"
        aria-label={t('transport.rate')}
        value={rate}
        onChange={({ target }) => replay.setRate(Number(target.value))}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {label(each)}
          </option>
        ))}
      </select>
    </>
  );
}
