import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type BriefPart, briefParts } from '../../replay/internal.ts';
import { leadOf } from '../../session/facts/eventText.ts';
import type { Answer, SessionEntry } from '../../session/index.ts';
import { entryOutcome, lengthOfEntry, modelOf, unnamedModel } from '../../session/internal.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { scaleOf } from '../hooks/scaleOf.ts';
import { AgentMark } from '../icons/AgentMark.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { inPlace } from '../shared/inPlace.ts';
import { folderName } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { activeOfWhole, SessionCalls } from './SessionOption.tsx';

/** Gives what is shown of a session beside its row; nothing adds nothing. The signal is aborted when it is no longer wanted. */
export type LoadBrief = (sessionId: string, signal: AbortSignal) => Answer<ReactNode>;

interface SessionHoverProps {
  id: string;
  entry: SessionEntry;
  brief: LoadBrief | undefined;
  /** The list beside whose row it is shown. */
  frame: RefObject<HTMLElement | null>;
  /** The row's place in the list. */
  row: number;
}

const edgePx = 8;

/** The brief of one session, beside its row: what the list knows, then what the host adds; inside the window, and right of the list where there is room. */
export function SessionHover({ id, entry, brief, frame, row }: SessionHoverProps): ReactElement {
  const { t, formatters } = useKit(sessionsWords);
  const shown = useMasked(entry);
  const { task_title, project, created_at, source_format } = shown;
  const content = useBriefOf(entry.session_id, brief);
  const card = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState<{ left: number; top: number }>();
  useBeforePaint(() => {
    const list = frame.current;
    const option = list?.querySelector(`[data-row="${row}"]`);
    if (!list || !option || !card.current) return;
    raise(card.current);
    const { width, height } = card.current.getBoundingClientRect();
    const [around, box] = [list.getBoundingClientRect(), option.getBoundingClientRect()];
    const { innerWidth, innerHeight } = window;
    const hasRoom = around.right + width + 2 * edgePx <= innerWidth;
    const left = hasRoom ? around.right + edgePx : Math.max(innerWidth - width - edgePx, edgePx);
    // Over the list, it lies below the row, or above it in the lower half of the window.
    const below = box.bottom + edgePx;
    const top = hasRoom ? box.top : box.top > innerHeight / 2 ? box.top - height - edgePx : below;
    const scale = scaleOf(card.current);
    setOffset({ left: left / scale, top: Math.max(Math.min(top, innerHeight - height - edgePx), edgePx) / scale });
  }, [frame, row, content]);
  return (
    <div
      ref={card}
      id={id}
      role="tooltip"
      popover="manual"
      className="ark-sessions__hover"
      style={offset}
      data-placed={offset === undefined ? undefined : ''}
    >
      <div className="ark-sessions__hover-title">{task_title}</div>
      <div className="ark-sessions__hint ark-sessions__hover-from">
        <AgentMark of={source_format} />
        <span>
          {[
            source_format,
            created_at === undefined ? t('session.dateUnknown') : formatters.dateTime(created_at),
            project === undefined ? undefined : folderName(project),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <SessionCard entry={shown} />
      {content === undefined ? null : <div>{content}</div>}
    </div>
  );
}

/** Most tools and models that the card names. */
const mostNames = 3;

/** Shows an element above the page, where no ancestor moves, cuts or covers it; browsers that cannot leave it where it is. */
function raise(element: HTMLElement): void {
  if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover();
}

/** The brief of a session as far as its index holds it, in the brief's order. A line for what is known only. */
function SessionCard({ entry }: { entry: SessionEntry }): ReactElement {
  const kit = useKit(sessionsWords);
  const { t, formatters } = kit;
  const { tokens, cost_usd, model_id, models = [], failing_tools, longest_call } = entry;
  const { answered, changed } = entry;
  const outcome = entryOutcome(entry);
  const length = lengthOfEntry(entry);
  const few = (names: readonly string[]): string =>
    [...names.slice(0, mostNames), ...(names.length > mostNames ? [`+${names.length - mostNames}`] : [])].join(' · ');
  const used = models.map(({ model }) => model).filter((model) => model !== unnamedModel);
  const model = few(used.length === 0 && modelOf({ agent: { model_id } }) !== undefined ? [model_id] : used);
  const spent = [
    ...(tokens === undefined ? [] : [t('tokens', { tokens: formatters.tokens(tokens) })]),
    ...(cost_usd === undefined ? [] : [formatters.dollars(cost_usd)]),
  ].join(' · ');
  const took = activeOfWhole(kit, entry) ?? (length === undefined ? undefined : formatters.duration(length));
  const longest = longest_call && `${longest_call.tool} · ${formatters.duration(longest_call.ms)}`;
  const lines: Readonly<Partial<Record<BriefPart, readonly [label: string, value: ReactNode][]>>> = {
    answered: [[t('sessions.answered'), answered && leadOf(answered)]],
    open: [[t('session.outcome'), t(`outcome.${outcome}`)]],
    changed: [[t('sessions.changed'), changed && <Changed key="changed" {...changed} />]],
    broke: [
      [t('session.calls'), <SessionCalls key="calls" entry={entry} />],
      [t('sessions.failing'), few((failing_tools ?? []).map(({ tool, n }) => `${tool} ${formatters.number(n)}`))],
    ],
    time: [
      [t('sessions.longestCall'), longest],
      [t('session.duration'), took],
    ],
    tokens: [
      [t('sessions.spent'), spent],
      [t('session.model'), model],
    ],
  };
  return (
    <dl className="ark-sessions__card ark-figures">
      {inPlace(
        briefParts.flatMap((part) => lines[part] ?? []),
        ([label, value]) =>
          value === undefined || value === '' ? null : (
            <div className="ark-sessions__card-line">
              <dt className="ark-sessions__card-name">{label}</dt>
              <dd className="ark-sessions__card-value">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** How many files were changed, and by how many lines where the log says. */
function Changed({ files, added, removed }: NonNullable<SessionEntry['changed']>): ReactElement {
  const { t, formatters } = useKit(sessionsWords);
  return (
    <>
      {t('sessions.files', { n: files })}
      {added + removed === 0 ? null : (
        <span className="ark-sessions__lines">
          <ins>{`+${formatters.number(added)}`}</ins> <del>{`−${formatters.number(removed)}`}</del>
        </span>
      )}
    </>
  );
}

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
