import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { useKit } from '../theme/useKit.ts';
import type { Reveal } from '../theme/useMasked.tsx';
import { joinClasses } from './joinClasses.ts';

/** Props of {@link ActionButton}. */
export interface ActionButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'children'> {
  /** Accessible name: the text shown, or what the icon stands for. */
  label: string;
  icon?: IconName;
  /**
   * Shows its name, or the icon alone.
   * @default 'text'
   * @selector [data-look]
   */
  look?: 'text' | 'icon';
}

/** A small button of the kit: text in the accent colour, or an icon of 24 px. Use it inside a header, row or section. */
export const ActionButton = forwardRef<HTMLButtonElement, ActionButtonProps>(function ActionButton(
  { label, icon, look = 'text', className, ...rest },
  ref,
) {
  const named = look === 'icon' ? { 'aria-label': label, title: label } : {};
  return (
    <button
      ref={ref}
      type="button"
      className={joinClasses('ark-button', className)}
      data-look={look}
      {...named}
      {...rest}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {look === 'text' ? label : null}
    </button>
  );
});

interface RevealButtonProps {
  reveal: Reveal | undefined;
}

/** Reveals what was masked here, or masks it again; renders nothing if nothing was masked or the host forbids revealing. */
export function RevealButton({ reveal }: RevealButtonProps): ReactElement | null {
  const { t } = useKit();
  if (reveal === undefined) return null;
  const { revealed, toggle } = reveal;
  return (
    <ActionButton
      look="icon"
      icon={revealed ? 'revealed' : 'masked'}
      label={t('mask.reveal')}
      aria-pressed={revealed}
      onClick={toggle}
    />
  );
}
