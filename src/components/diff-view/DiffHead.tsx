import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { FileChange } from '../../session/facts/fileChanges.ts';
import { cutText, oneLine } from '../../session/text/lines.ts';
import { useWidth } from '../hooks/useSize.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { masked } from '../masking/usualMasking.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { FileLink } from '../shared/file-location/FileLocation.tsx';
import { LogText } from '../shared/LogText.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DiffLayout } from './diffRows.ts';
import { useChosenLayout } from './sharedDiffLayout.tsx';

/** Props of {@link ApplyButton}. */
export interface ApplyButtonProps {
  /** Writes the change. If the promise rejects, the button reports the failure with the error's message. */
  onApply: () => void | Promise<void>;
}

/** Maximum length of an error message beside the button. */
const longestReason = 400;

function reasonOf(error: unknown): string {
  return oneLine(cutText(error instanceof Error ? error.message : String(error ?? ''), longestReason));
}

/** Asks for confirmation before a change is written to the reader's files, then reports success, or the reason of a failure. */
export function ApplyButton({ onApply }: ApplyButtonProps): ReactElement {
  const { t, masking } = useKit(viewersWords);
  const [reason, setReason] = useState('');
  const [step, setStep] = useState<'idle' | 'asking' | 'writing' | 'applied' | 'failed'>('idle');
  const cancel = useRef<HTMLButtonElement>(null);
  const apply = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);

  useEffect(() => {
    if (step === 'asking') cancel.current?.focus();
    else if (asked.current) apply.current?.focus();
    asked.current = step === 'asking';
  }, [step]);

  const write = async (): Promise<void> => {
    setStep('writing');
    try {
      await onApply();
      setStep('applied');
    } catch (error) {
      // The error may quote the change, or lines of the reader's own files.
      setReason(await masked(masking, reasonOf(error)).catch(() => ''));
      setStep('failed');
    }
  };
  if (step === 'asking') {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
      <span className="ark-diff-view__question" role="group" aria-label={t('diff.applyQuestion')}>
        <span>{t('diff.applyQuestion')}</span>
        <ActionButton label={t('diff.applyYes')} onClick={() => void write()} />
        <ActionButton ref={cancel} label={t('diff.applyNo')} onClick={() => setStep('idle')} />
      </span>
    );
  }
  const said = step === 'applied' ? t('diff.applied') : step === 'failed' ? t('diff.applyFailed') : undefined;
  const why = step === 'failed' ? reason : '';
  return (
    <span className="ark-diff-view__apply">
      <ActionButton
        ref={apply}
        label={said ?? t('diff.apply')}
        aria-disabled={step === 'writing' || step === 'applied'}
        onClick={() => (step === 'idle' || step === 'failed' ? setStep('asking') : undefined)}
      />
      <span role="status">
        <span className="ark-unseen">{said}</span>
        {why === '' ? null : (
          <bdi className="ark-diff-view__why">
            <LogText text={why} />
          </bdi>
        )}
      </span>
    </span>
  );
}

interface ChangedFileProps {
  change: FileChange;
  /** Paths inside this folder are shown relative to it. */
  cwd: string | undefined;
}

/** Which file was changed, where it was moved, and what happened to it. */
export function ChangedFile({ change: { path, movedTo, change, hunks }, cwd }: ChangedFileProps): ReactElement {
  const { t } = useKit();
  // A deleted or empty file cannot be opened at a line.
  const first = hunks[0]?.newStart || undefined;
  const line = change === 'deleted' || movedTo !== undefined ? undefined : first;
  return (
    <span className="ark-diff-view__file">
      <FileLink path={path} line={line} cwd={cwd} />
      {movedTo === undefined ? null : (
        <>
          <span aria-hidden="true">{'\u2192'}</span>
          <FileLink path={movedTo} line={first} cwd={cwd} />
        </>
      )}
      {change === 'modified' ? null : <Tag>{t(`change.${change}`)}</Tag>}
    </span>
  );
}

/** Minimum width for two columns of code, in pixels. */
const splitFromPx = 720;

/** Whether a change has lines from before it and from after it. */
function hasTwoSides({ hunks }: FileChange): boolean {
  const has = (sign: '+' | '-'): boolean => hunks.some(({ lines }) => lines.some((line) => line.sign !== sign));
  return has('+') && has('-');
}

/** The layout of diffs, and the function that switches it. */
interface DiffLayoutChoice {
  /** The reader's choice, if there is room and use for it. */
  readonly layout: DiffLayout;
  /** Switches the layout; undefined if two columns have no room or no use. */
  readonly button: ReactElement | undefined;
  /** Ref for the element whose width counts. */
  readonly measure: (element: HTMLElement | null) => void;
}

/**
 * Lets the reader choose between one and two columns; two only if the measured element is wide enough, and if there is something for each:
 * beside a new file there would be nothing but an empty column.
 */
export function useDiffLayout(atFirst: DiffLayout, changes: readonly FileChange[]): DiffLayoutChoice {
  const { t } = useKit(viewersWords);
  const [chosen, choose] = useChosenLayout(atFirst);
  const [element, measure] = useState<HTMLElement | null>(null);
  const isTwoSided = useMemo(() => changes.some(hasTwoSides), [changes]);
  const fits = (useWidth(element) ?? splitFromPx) >= splitFromPx && isTwoSided;
  const other = chosen === 'split' ? 'unified' : 'split';
  return {
    layout: fits ? chosen : 'unified',
    button: fits ? <ActionButton label={t(`diff.${other}`)} onClick={() => choose(other)} /> : undefined,
    measure,
  };
}
