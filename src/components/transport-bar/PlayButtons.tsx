'use client';
import type { ReactElement } from 'react';
import { useReplay, useReplayStore } from '../../replay/react/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { transportWords } from '../language/english/transport.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { stepReplay } from './replayCommand.ts';
import type { StepKind } from './StepChoice.tsx';

/** Props of {@link PlayButtons}. */
export interface PlayButtonsProps {
  /** What the step buttons step by. */
  by: StepKind;
  /** Whether playback is merely interrupted, because the scrub bar is held. */
  goesOn: boolean;
  onMove: (() => void) | undefined;
}

/** Buttons: to the start, step back, play or pause, step forward. */
export function PlayButtons({ by, goesOn, onMove }: PlayButtonsProps): ReactElement {
  const { t } = useKit(transportWords);
  const replay = useReplayStore();
  const status = useReplay((state) => state.status);
  const moving = status === 'playing' || status === 'following' || goesOn;
  const act = (action: () => void) => () => {
    action();
    onMove?.();
  };
  const play = moving ? 'transport.pause' : status === 'ended' ? 'transport.playAgain' : 'transport.play';
  return (
    <div className="ark-transport__buttons">
      <ActionButton
        className="ark-transport__rewind"
        look="icon"
        icon="skipBack"
        label={t('transport.toStart')}
        onClick={act(() => replay.toStart())}
      />
      <ActionButton
        look="icon"
        icon="stepBack"
        label={t('transport.stepBack', { what: t(`transport.by.${by}`) })}
        onClick={act(() => stepReplay(replay, by, 'backward'))}
      />
      <button
        type="button"
        className="ark-transport__play"
        aria-label={t(play)}
        title={t(play)}
        onClick={act(() => replay.toggle())}
      >
        <Icon name={moving ? 'pause' : 'play'} />
      </button>
      <ActionButton
        look="icon"
        icon="stepForward"
        label={t('transport.stepForward', { what: t(`transport.by.${by}`) })}
        onClick={act(() => stepReplay(replay, by, 'forward'))}
      />
    </div>
  );
}
