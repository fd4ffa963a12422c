'use client';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Answer, SessionEntry } from '../../session/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { SessionFigures } from './SessionOption.tsx';

/** Gives what is shown of a session beside its row; nothing adds nothing. The signal is aborted when it is no longer wanted. */
export type LoadBrief = (sessionId: string, signal: AbortSignal) => Answer<ReactNode>;

/** Props of {@link SessionHover}. */
interface SessionHoverProps {
  id: string;
  entry: SessionEntry;
  brief: LoadBrief | undefined;
  /** The list beside whose row it is shown. */
  frame: RefObject<HTMLElement | null>;
  /** The row's place in the list. */
  row: number;
}

const widthPx = 360;
const edgePx = 8;

/** What there is to say of one session, beside its row; inside the window, and right of the list where there is room. */
export function SessionHover({ id, entry, brief, frame, row }: SessionHoverProps): ReactElement {
  const { t, formatters } = useKit(sessionsWords);
  const { task_title, project, created_at, model_id, source_format } = useMasked(entry);
  const content = useBriefOf(entry.session_id, brief);
  const [place, setPlace] = useState<{ left: number; top: number; width: number }>();
  useBeforePaint(() => {
    const list = frame.current;
    const option = list?.querySelector(`[data-row="${row}"]`);
    if (!list || !option) return;
    const [around, box] = [list.getBoundingClientRect(), option.getBoundingClientRect()];
    const { innerWidth, innerHeight } = window;
    const width = Math.min(widthPx, innerWidth - 2 * edgePx);
    const hasRoom = around.right + width + 2 * edgePx <= innerWidth;
    const left = hasRoom ? around.right + edgePx : Math.max(innerWidth - width - edgePx, edgePx);
    // Over the list, it lies below the row, or above it in the lower half of the window.
    const below = box.bottom + edgePx;
    const top = hasRoom ? box.top : box.top > innerHeight / 2 ? box.top - cardPx - edgePx : below;
    setPlace({ left, top: Math.max(Math.min(top, innerHeight - cardPx - edgePx), edgePx), width });
  }, [frame, row]);
  return (
    <div
      id={id}
      role="tooltip"
      className="ark-sessions__hover"
      style={place}
      data-placed={place === undefined ? undefined : ''}
    >
      <div className="ark-sessions__hover-title">{task_title}</div>
      <div className="ark-sessions__hint">
        {[
          created_at === undefined ? t('session.dateUnknown') : formatters.dateTime(created_at),
          project,
          source_format,
          model_id,
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <div className="ark-sessions__hover-figures ark-figures">
        <SessionFigures entry={entry} whole />
      </div>
      {content === undefined ? null : <div>{content}</div>}
    </div>
  );
}

/** Greatest height of the card, px; what is longer is cut, for the row itself leads to it. */
const cardPx = 320;

function useBriefOf(sessionId: string, brief: LoadBrief | undefined): ReactNode {
  const [content, setContent] = useState<ReactNode>();
  useEffect(() => {
    setContent(undefined);
    if (brief === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // Without it, the figures of the list remain.
    new Promise<ReactNode>((resolve) => resolve(brief(sessionId, signal))).then(
      (node) => signal.aborted || setContent(node),
      () => undefined,
    );
    return () => controller.abort();
  }, [sessionId, brief]);
  return content;
}
