import type { ReactElement, ReactNode } from 'react';

/** Props of {@link Section}. */
export interface SectionProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** At the right end of the title's line: counts and buttons. */
  actions?: ReactNode;
  /** Level of the title in the page's outline. */
  level: 2 | 3 | 4 | 5;
  /** Subject of the section, for style sheets. @selector [data-section] */
  name: string;
  children: ReactNode;
}

/**
 * A titled part of a detail. It is no landmark, because a page may show several details. Content with the class `ark-flush` reaches both
 * edges.
 */
export function Section({ title, aside, actions, level, name, children }: SectionProps): ReactElement {
  const Title = `h${level}` as const;
  return (
    <section className="ark-section" data-section={name}>
      <div className="ark-section__head">
        <Title className="ark-section__title">{title}</Title>
        {aside}
        {actions === undefined ? null : <div className="ark-section__actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
