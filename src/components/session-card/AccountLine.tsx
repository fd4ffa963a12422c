'use client';
import type { ReactElement } from 'react';
import type { Account } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link AccountLine}. */
export interface AccountLineProps {
  account: Account;
}

/** What became of the records of the source, in words: every one of them is accounted for. */
export function AccountLine({ account }: AccountLineProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const ignored = Object.values(account.ignored).reduce((sum, count) => sum + count, 0);
  const parts = [
    t('account.converted', { n: account.converted }),
    ...(ignored > 0 ? [t('account.ignored', { n: ignored })] : []),
    ...(account.unknown > 0 ? [t('account.unknown', { n: account.unknown })] : []),
    ...(account.dropped > 0 ? [t('account.dropped', { n: account.dropped })] : []),
  ];
  const words = t('account', { n: account.records, parts: parts.join(t('listSeparator')) });
  return (
    <span className="ark-session__account" data-dropped={account.dropped > 0 ? '' : undefined} title={words}>
      <Icon name="account" />
      <span className="ark-session__account-words">{words}</span>
    </span>
  );
}
