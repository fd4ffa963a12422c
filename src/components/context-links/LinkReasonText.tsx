'use client';
import type { ReactElement } from 'react';
import type { LinkReason } from '../../replay/index.ts';
import { linksWords } from '../language/english/links.ts';
import { relativePath } from '../shared/call/relativePath.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link LinkReasonText}. */
export interface LinkReasonTextProps {
  reason: LinkReason;
  cwd: string | undefined;
}

/** Why a link is drawn, on one line: words of the kit, then what they are about, as the log has it. */
export function LinkReasonText({ reason, cwd }: LinkReasonTextProps): ReactElement {
  const { t } = useKit(linksWords);
  switch (reason.kind) {
    case 'quote':
      return <Why says={t('links.quote', { n: reason.lines })} about={reason.text} />;
    case 'file':
      return <Why says={t('links.file')} about={relativePath(reason.path, cwd)} />;
    case 'place':
      return <Why says={t('links.place')} about={relativePath(reason.path, cwd)} />;
    case 'annotation':
      return <Why says={t('links.annotation')} about={relativePath(reason.reference.source, cwd)} />;
    case 'words': {
      const more = reason.more > 0 ? `  +${reason.more}` : '';
      return (
        <Why
          says={t('links.words')}
          about={`${reason.words.map((word) => relativePath(word, cwd)).join('  ')}${more}`}
        />
      );
    }
  }
}

function Why({ says, about }: { says: string; about: string }): ReactElement {
  return (
    <span className="ark-link-list__reason">
      {says} <OneLine text={about} face="mono" />
    </span>
  );
}
