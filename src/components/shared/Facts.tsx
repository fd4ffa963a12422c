'use client';
import { Fragment, type ReactElement, type ReactNode } from 'react';
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
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt className="ark-facts__name">
            <OneLine text={name} />
          </dt>
          <dd className="ark-facts__value">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
