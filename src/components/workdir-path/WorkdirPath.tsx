'use client';
import type { ReactElement } from 'react';
import { oneLine } from '../../session/text/lines.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText, plainLogText } from '../shared/LogText.tsx';
import { relativePath } from '../shared/PathText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** Props of {@link WorkdirPath}. */
export interface WorkdirPathProps {
  /** An absolute folder. */
  path: string;
  /** The folder before: where it is another one, that is said. */
  previous?: string | undefined;
  /** What folder it is, to assistive technology. @default 'Folder' in the kit's language */
  label?: string;
}

/**
 * A folder as a trail of names, its last one standing out. Where room ends it is shortened from the left.
 *
 * When to use it: wherever a working folder is shown; give it the folder before where folders change.
 */
export function WorkdirPath({ path: logged, previous: before, label }: WorkdirPathProps): ReactElement {
  const { t } = useKit();
  const path = useMasked(logged);
  const previous = useMasked(before);
  const names = relativePath(oneLine(path))
    .split(/[\\/]/)
    .filter((name, at) => name !== '' || at === 0);
  const last = names.at(-1) ?? '';
  const changed = previous !== undefined && previous !== path;
  return (
    <span className="ark ark-workdir">
      <bdi className="ark-workdir__path ark-mono" title={plainLogText(path)} translate="no">
        <span className="ark-unseen">{label ?? t('workdir')}: </span>
        <span className="ark-workdir__folders">
          <bdi dir="ltr">
            {inPlace(names.slice(0, -1), (name) => (
              <>
                <LogText text={name} />
                <span className="ark-workdir__slash">/</span>
              </>
            ))}
          </bdi>
        </span>
        <span className="ark-workdir__last">
          <LogText text={last === '' ? '/' : last} />
        </span>
      </bdi>
      {changed ? <Tag title={t('workdir.before', { path: previous })}>{t('workdir.changed')}</Tag> : null}
    </span>
  );
}
