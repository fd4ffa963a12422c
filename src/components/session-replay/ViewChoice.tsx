'use client';
import type { ReactElement } from 'react';

/** Props of {@link ViewChoice}. */
export interface ViewChoiceProps<Value extends string> {
  label: string;
  chosen: Value;
  offered: readonly Value[];
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

/** One choice among several in the view menu. */
export function ViewChoice<Value extends string>(props: ViewChoiceProps<Value>): ReactElement {
  const { label, chosen, offered, nameOf, onChange } = props;
  return (
    <label className="ark-view__option" data-choice="">
      {label}
      <select
        className="ark-view__select"
        value={chosen}
        onChange={({ target }) => {
          const value = offered.find((each) => each === target.value);
          if (value !== undefined) onChange(value);
        }}
      >
        {offered.map((value) => (
          <option key={value} value={value}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
