'use client';
import { type ComponentPropsWithoutRef, forwardRef, useId } from 'react';
import type { ThinkingEvent } from '../../session/index.ts';
import { withoutMarks } from '../../session/text/markdown.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventsWords } from '../language/english/events.ts';
import { type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { ClippedMarkdown } from '../shared/Markdown.tsx';
import { NoteLine, Row } from '../shared/Row.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMaskedEvent } from '../theme/useMaskedEvent.ts';

/** Props of {@link ThinkingNote}. */
export interface ThinkingNoteProps
  extends ItemPlace,
    OpenProps,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** The thought; with `omitted`, or without a text, it says that the source withheld it. */
  thinking: ThinkingEvent;
}

/** More of a thought than this does not fit on its line. */
const longestLine = 400;

/**
 * What the agent thought, folded to one line.
 *
 * When to use it: between calls; where the source withheld the text it says so, because that is not the same as no
 * thinking.
 */
export const ThinkingNote = forwardRef<HTMLDivElement, ThinkingNoteProps>(function ThinkingNote(
  { thinking: logged, open: given, defaultOpen, onOpenChange, ...place },
  ref,
) {
  const { t } = useKit(eventsWords);
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const thinking = useMaskedEvent(logged, open ? 'whole' : 'head');
  const bodyId = useId();
  const text = thinking.text ?? '';
  const withheld = thinking.omitted === true || text === '';
  return (
    <Row
      ref={ref}
      item="thinking"
      at={thinking.at}
      branch={thinking.branch}
      icon={<Icon name="thinking" />}
      below={
        open && !withheld ? (
          <div id={bodyId} className="ark-note__below">
            <ClippedMarkdown text={text} />
          </div>
        ) : undefined
      }
      {...place}
    >
      {withheld ? (
        <NoteLine title={t('thinking')} text={t('thinking.omitted')} />
      ) : (
        <NoteLine
          title={t('thinking')}
          text={open ? undefined : withoutMarks(text.trimStart().slice(0, longestLine))}
          open={open}
          onToggle={toggle}
          controls={bodyId}
        />
      )}
    </Row>
  );
});
