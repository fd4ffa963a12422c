import { Component, type ReactNode } from 'react';
import { texts } from './texts';
import { useStudio } from './useStudio';

/** Says why the app cannot be drawn, where there would be an empty page. */
export class WhenBroken extends Component<{ children: ReactNode }, { because: string | undefined }> {
  override state = { because: undefined };

  static getDerivedStateFromError(error: unknown): { because: string } {
    return { because: String(error) };
  }

  override render(): ReactNode {
    const { because } = this.state;
    return because === undefined ? this.props.children : <Broken because={because} />;
  }
}

function Broken({ because }: { because: string }) {
  const t = texts[useStudio().language];
  return (
    <p className="studio__failure" role="alert">
      {t.broken} <code>{because}</code>{' '}
      <button type="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </p>
  );
}
