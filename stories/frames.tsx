import type { ReactElement, ReactNode } from 'react';

/** As wide as a phone. */
export function Narrow({ children }: { children: ReactNode }): ReactElement {
  return <div style={{ width: 360, maxWidth: '100%' }}>{children}</div>;
}

/** As wide as the panel beside a timeline. */
export function Panel({ children, width = 480 }: { children: ReactNode; width?: number }): ReactElement {
  return <div style={{ width, maxWidth: '100%' }}>{children}</div>;
}
