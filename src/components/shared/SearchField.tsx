import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { joinClasses } from './joinClasses.ts';

/** Props of {@link SearchField}; those it does not name are the input's. */
interface SearchFieldProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'onChange' | 'className' | 'aria-label'> {
  /** What is searched, for assistive technology. */
  label: string;
  value: string;
  onText: (text: string) => void;
  /** Class of the frame around the input, for its place in a bar. */
  className: string;
}

/** A field to search in, with its sign. Its ref is the input. */
export const SearchField = forwardRef<HTMLInputElement, SearchFieldProps>(function SearchField(
  { label, onText, className, ...rest },
  ref,
): ReactElement {
  return (
    <label className={joinClasses('ark-search-field', className)}>
      <Icon name="search" size={14} />
      <input
        ref={ref}
        type="search"
        className="ark-search-field__input"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
        {...rest}
      />
    </label>
  );
});
