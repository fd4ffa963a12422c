'use client';
import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';

/** Props of {@link ViewOption}. */
export interface ViewOptionProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** One choice of the view menu. */
export function ViewOption({ label, checked, onChange }: ViewOptionProps): ReactElement {
  return (
    <label className="ark-view__option">
      <input
        type="checkbox"
        className="ark-unseen"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="ark-view__check">{checked ? <Icon name="check" size={12} /> : null}</span>
      {label}
    </label>
  );
}
