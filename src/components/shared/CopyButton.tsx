'use client';

import { type ReactElement, useEffect, useState } from 'react';
import type { IconName } from '../icons/iconShapes.ts';
import { noMasking } from '../masking/masking.ts';
import { masked } from '../masking/usualMasking.ts';
import { useKit } from '../theme/useKit.ts';
import { ActionButton, type ActionButtonProps } from './ActionButton.tsx';

/** A text to copy; a function is called only when it is copied. */
export type CopiedText = string | (() => string | Promise<string>);

/** Props of {@link CopyButton}. */
export interface CopyButtonProps {
  /** The text to copy; a function is called only when the button is pressed. */
  text: CopiedText;
  /** Accessible name. @default 'Copy' in the kit's language */
  label?: string;
  /** @default 'text' */
  look?: ActionButtonProps['look'];
  /** Icon, if the button is only an icon. @default 'copy' */
  icon?: IconName;
}

/** How long the button shows the result, in milliseconds. */
const answerMs = 1600;

/** How copying went, while it is announced. */
export type CopyAnswer = 'none' | 'copied' | 'refused';

/** Copies texts, masked as they are shown. Returns how it went, for as long as it is announced, and the function that copies. */
export function useCopy(): readonly [answer: CopyAnswer, copy: (text: CopiedText) => void] {
  const { masking, isMasked } = useKit();
  const [answer, setAnswer] = useState<CopyAnswer>('none');

  useEffect(() => {
    if (answer === 'none') return undefined;
    const timer = setTimeout(() => setAnswer('none'), answerMs);
    return () => clearTimeout(timer);
  }, [answer]);

  const copy = async (text: CopiedText): Promise<void> => {
    const whole = typeof text === 'string' ? text : await text();
    setAnswer((await writeClipboard(await masked(isMasked ? noMasking : masking, whole))) ? 'copied' : 'refused');
  };
  return [answer, (text) => void copy(text)];
}

/**
 * Copies a text and reports the result, visibly and to assistive technology.
 *
 * When to use it: beside any text that a reader may want to use elsewhere.
 */
export function CopyButton({ text, label, look = 'text', icon = 'copy' }: CopyButtonProps): ReactElement {
  const { t } = useKit();
  const [answer, copy] = useCopy();
  const said = answer === 'none' ? undefined : t(answer === 'copied' ? 'copy.done' : 'copy.refused');
  const name = label ?? t('copy');
  return (
    <span className="ark-copy">
      <ActionButton
        label={look === 'text' ? (said ?? name) : name}
        look={look}
        {...(look === 'icon' ? { icon: answer === 'copied' ? 'check' : icon } : {})}
        onClick={() => copy(text)}
      />
      <span className="ark-unseen" role="status">
        {said}
      </span>
    </span>
  );
}

/** Copies through a hidden field, for pages that the browser does not trust with its clipboard (plain http). */
function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

/** Puts a text into the reader's clipboard. Resolves to false if the browser refuses. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}
