import { Fragment, type ReactElement, type ReactNode } from 'react';
import { inPlace } from './inPlace.ts';
import { OneLine } from './LogText.tsx';

/** A name with its value. */
export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Props of {@link Facts}. */
export interface FactsProps {
  facts: readonly Fact[];
}

/** Names and values in two columns. */
export function Facts({ facts }: FactsProps): ReactElement | null {
  if (facts.length === 0) return null;
  return (
    <dl className="ark-facts">
      {inPlace(facts, ({ name, value }) => (
        <Fragment>
          <dt className="ark-facts__name">
            <OneLine text={name} />
          </dt>
          <dd className="ark-facts__value">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A value that a source has and the standard has no field for, under its path in the extensions. */
interface ExtensionFact {
  /** For example `step_id` or `metadata.source_file`, in the format's own words. */
  readonly name: string;
  readonly text: string;
}

/** Maximum number of values looked through: a format may keep a whole file here. */
const mostFacts = 40;
const deepest = 3;
const longestText = 400;

/** The plain values of extensions, in their order, with the name of the format left out. */
export function extensionFacts(extensions: Readonly<Record<string, unknown>> | undefined): ExtensionFact[] {
  const facts: ExtensionFact[] = [];
  const add = (value: unknown, path: readonly string[]): void => {
    if (facts.length >= mostFacts || value === null || value === undefined) return;
    if (typeof value === 'object') {
      if (path.length > deepest) return;
      for (const [key, inner] of Object.entries(value)) add(inner, [...path, key]);
      return;
    }
    const text = `${value as string | number | boolean}`.slice(0, longestText);
    if (text.trim() === '') return;
    const short = path.slice(1).join('.');
    const isFree = short !== '' && !facts.some(({ name }) => name === short);
    facts.push({ name: isFree ? short : path.join('.'), text });
  };
  for (const [format, value] of Object.entries(extensions ?? {})) add(value, [format]);
  return facts;
}
