'use client';
import type { ReactElement } from 'react';
import type { ContentRef, ToolCall } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { DownloadLink } from '../shared/DownloadLink.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LoadButton } from '../terminal-output/LoadButton.tsx';
import type { Whole } from '../terminal-output/useWhole.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link CutNote}. */
export interface CutNoteProps {
  call: ToolCall;
  content: ContentRef | undefined;
  whole: Whole;
  scope: ItemScope | undefined;
}

/** Says who cut a text: the source, whose rest is lost, or the kit, whose rest is beside the session. */
export function CutNote({ call, content, whole, scope }: CutNoteProps): ReactElement | null {
  const { t, formatters } = useKit(detailWords);
  if (content === undefined)
    return call.output.truncated === true ? <p className="ark-detail__note">{t('detail.cutBySource')}</p> : null;
  const href = scope?.contentUrl?.(content);
  return (
    <p className="ark-detail__note">
      {whole.state === 'loaded'
        ? null
        : t('detail.shortened', { n: content.lines, size: formatters.bytes(content.bytes) })}{' '}
      <LoadButton whole={whole} /> {href === undefined ? null : <DownloadLink href={href} content={content} />}
    </p>
  );
}
