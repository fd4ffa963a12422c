'use client';
import type { ReactElement } from 'react';
import type { ContentRef, ToolCall } from '../../session/index.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link CutNote}. */
export interface CutNoteProps {
  call: ToolCall;
  whole: ContentRef | undefined;
  scope: ItemScope | undefined;
}

/** Says who cut an output: the source, whose rest is lost, or the kit, whose rest is beside the session. */
export function CutNote({ call, whole, scope }: CutNoteProps): ReactElement | null {
  const { t, formatters } = useKit();
  if (whole !== undefined) {
    const href = scope?.contentUrl?.(whole);
    const size = { n: whole.lines, size: formatters.bytes(whole.bytes) };
    return (
      <p className="ark-detail__note">
        {t('detail.shortened', size)}{' '}
        {href === undefined ? null : (
          <a className="ark-link" href={href} download rel="noreferrer noopener">
            {t('detail.download')}
          </a>
        )}
      </p>
    );
  }
  return call.output.truncated === true ? <p className="ark-detail__note">{t('detail.cutBySource')}</p> : null;
}
