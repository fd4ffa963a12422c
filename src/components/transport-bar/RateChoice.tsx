import { type ReactElement, useId } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { transportWords } from '../language/english/transport.ts';
import { useKit } from '../theme/useKit.ts';

/** The offered rates; a replay started at another rate offers that one too. */
const rates: readonly number[] = [0.5, 1, 2, 4, 8, 16, 32];

/** The option for playing by content, among the rates for playing by the clock. */
const paced = 0;

/** Props of {@link RateChoice}. */
interface RateChoiceProps {
  /** Whether playing by content is offered too. */
  offersPaced: boolean;
}

/** Chooses how fast the replay plays: buttons side by side, or a menu if there is no room for them. */
export function RateChoice({ offersPaced }: RateChoiceProps): ReactElement {
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const rate = useReplay((state) => state.rate);
  const isPaced = useReplay((state) => state.playback === 'paced');
  const name = useId();
  const clockRates = isPaced || rates.includes(rate) ? rates : [...rates, rate].sort((a, b) => a - b);
  const offered = [...(offersPaced ? [paced] : []), ...clockRates] as const;
  const label = (each: number): string => {
    if (each !== paced) return t('transport.rateOf', { rate: each });
    const own = t('transport.paced');
    return isPaced && rate !== 1 ? `${own} ${t('transport.rateOf', { rate })}` : own;
  };
  const about = (each: number): string | undefined => (each === paced ? t('transport.pacedAbout') : undefined);
  const chosen = isPaced ? paced : rate;
  const choose = (each: number): void => {
    if (each === paced) replay.setPlayback('paced');
    else {
      replay.setPlayback('clock');
      replay.setRate(each);
    }
  };
  return (
    <>
      <fieldset className="ark-rates" data-look="buttons">
        <legend className="ark-unseen">{t('transport.rate')}</legend>
        {offered.map((each) => (
          <label
            key={each}
            className="ark-rates__rate"
            title={about(each)}
            data-paced={each === paced ? '' : undefined}
          >
            <input
              type="radio"
              className="ark-unseen"
              name={name}
              value={each}
              checked={each === chosen}
              onChange={() => choose(each)}
            />
            {label(each)}
          </label>
        ))}
      </fieldset>
      <select
        className="ark-select ark-rates__menu"
        aria-label={t('transport.rate')}
        value={chosen}
        onChange={({ target }) => choose(Number(target.value))}
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
