import { type ReactElement, useState } from 'react';
import picture from '../docs/images/replay.png';
import './livePicture.css';

/** Props of {@link LivePicture}. */
export interface LivePictureProps {
  /** Id of the story that the picture shows. */
  story: string;
  title: string;
}

/** Shows a picture of a story first; loads the live story on request. */
export function LivePicture({ story, title }: LivePictureProps): ReactElement {
  const [live, setLive] = useState(false);
  if (live) return <iframe className="live-picture" title={title} src={`./iframe.html?id=${story}&viewMode=story`} />;
  return (
    <button type="button" className="live-picture" onClick={() => setLive(true)}>
      <img src={picture} alt={title} />
      <span>Use it here</span>
    </button>
  );
}
