import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { detailWords } from '../../language/english/detail.ts';
import { useKit } from '../../theme/useKit.ts';
import { ActionButton } from '../ActionButton.tsx';
import { WhenBroken } from '../WhenBroken.tsx';
import type { JsonParent } from './jsonRows.ts';

/** Props of {@link JsonView}. */
export interface JsonViewProps {
  /** What may be shown: it is masked by whoever gives it. */
  value: JsonParent;
  /** What it is, to assistive technology. */
  label: string;
  /** The same as plain text: shown while the tree is being loaded, and when the reader asks for it. */
  children: ReactNode;
}

const Tree = lazy(() => import('./JsonTree.tsx').then((module) => ({ default: module.JsonTree })));

/**
 * An object or a list of JSON: as a tree, which is loaded when it is first needed, and a press away as the text that it was.
 */
export function JsonView({ value, label, children }: JsonViewProps): ReactElement {
  const { t } = useKit(detailWords);
  const [look, setLook] = useState<'tree' | 'text'>('tree');
  return (
    <div className="ark-json-view">
      <div className="ark-json-view__head">
        <ActionButton
          label={t(look === 'tree' ? 'json.asText' : 'json.asTree')}
          onClick={() => setLook(look === 'tree' ? 'text' : 'tree')}
        />
      </div>
      {look === 'text' ? (
        children
      ) : (
        <WhenBroken instead={children} on={value}>
          <Suspense fallback={children}>
            <Tree value={value} label={label} />
          </Suspense>
        </WhenBroken>
      )}
    </div>
  );
}
