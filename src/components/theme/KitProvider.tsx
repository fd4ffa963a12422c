'use client';
import { type ReactElement, type ReactNode, useContext, useMemo, useState } from 'react';
import { useCatalogue } from '../language/catalogue.ts';
import { english } from '../language/english.ts';
import { locales, type Messages } from '../language/messages.ts';
import { createKit, type KitChoice } from './createKit.ts';
import { KitContext } from './useKit.ts';
import { type SettledKit, useSettledKit } from './useMasked.tsx';

/** Props of {@link KitProvider}. */
export interface KitProviderProps extends KitChoice {
  /** What it speaks for. */
  children?: ReactNode;
}

/** Returns the same object as long as its fields are the same. */
function useSame<Fields extends object>(fields: Fields): Fields {
  const [kept, keep] = useState(fields);
  const names = Object.keys({ ...kept, ...fields }) as (keyof Fields)[];
  if (names.every((name) => Object.is(kept[name], fields[name]))) return kept;
  keep(fields);
  return fields;
}

/**
 * Sets theme, language, texts, number formats and motion for the components inside.
 *
 * When to use it: once around a page, and again around a part that differs; components also work without it.
 */
export function KitProvider({ children, ...given }: KitProviderProps): ReactElement {
  const around = useContext(KitContext);
  const choice: KitChoice = useSame(given);
  const { language = around.language, catalogues = around.catalogues } = choice;
  const catalogue = useCatalogue(language, catalogues);
  const kit = useMemo(() => createKit(choice, around, { catalogue }), [choice, around, catalogue]);
  return (
    <KitContext.Provider value={kit}>
      <div className="ark-kit" data-theme={choice.theme} data-motion={choice.motion} lang={locales[kit.language]}>
        {children}
      </div>
    </KitContext.Provider>
  );
}

/** The kit's settings at the place of a host's component. */
export interface HostKit extends Omit<SettledKit<typeof english>, 'texts' | 'catalogues'> {
  /** Every text of the kit, in the current language. */
  readonly messages: Messages;
}

/** Returns the current language, texts, formatters, masks, theme and motion, for components of the host. */
export function useHostKit(): HostKit {
  const kit = useSettledKit(english);
  return useMemo(() => ({ ...kit, messages: { ...english, ...kit.texts } }), [kit]);
}
