'use client';
import type { KeyboardEvent } from 'react';
import type { Replay } from '../../replay/index.ts';
import { isOwnKey } from '../transport-bar/isOwnKey.ts';
import { commandOf, obey } from '../transport-bar/replayCommand.ts';

/** What the keys of a comparison act on. */
export interface CompareKeysOptions {
  /** The side that has the keys of a replay. */
  replay: Replay;
  onJump: (by: 1 | -1) => void;
  onOnly: () => void;
  onClocks: () => void;
  onSide: () => void;
  onHelp: () => void;
  /** Undefined where there is nothing to close. */
  onClose: (() => void) | undefined;
}

/** The keys of a comparison, for the element around it: N and P, D, L, S, Esc, and those of a replay. */
export function useCompareKeys(options: CompareKeysOptions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    if (isOwnKey(event.target, event.key)) return;
    const act = ownAction(event.key, options) ?? replayAction(event, options);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}

function ownAction(key: string, options: CompareKeysOptions): (() => void) | undefined {
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'n':
      return () => options.onJump(1);
    case 'p':
      return () => options.onJump(-1);
    case 'd':
      return options.onOnly;
    case 'l':
      return options.onClocks;
    case 's':
      return options.onSide;
    case 'Escape':
      return options.onClose;
    default:
      return undefined;
  }
}

function replayAction(event: KeyboardEvent, { replay, onHelp }: CompareKeysOptions): (() => void) | undefined {
  const command = commandOf(event);
  if (command?.do === 'help') return onHelp;
  return command !== undefined && isObeyed(command) ? () => obey(replay, command) : undefined;
}

type Command = NonNullable<ReturnType<typeof commandOf>>;
type Obeyed = Parameters<typeof obey>[1];

/** What moves a replay. A comparison has no lanes and no search to show. */
const moves: ReadonlySet<string> = new Set<Obeyed['do']>(['toggle', 'step', 'share', 'rate']);

function isObeyed(command: Command): command is Obeyed {
  return moves.has(command.do);
}
