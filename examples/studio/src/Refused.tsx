import type { RefusedFile } from 'agent-replay-kit/loading';
import { texts } from './texts';
import { useStudio } from './useStudio';

/** Files that gave no session, each with its reason. */
export function Refused({ files }: { files: readonly RefusedFile[] }) {
  const t = texts[useStudio().language];
  return (
    <details className="studio__refused" open>
      <summary>
        {t.refused} {files.length}
      </summary>
      <ul>
        {files.slice(0, 100).map(({ name, format, because }) => (
          <li key={name}>
            {name}: {format === undefined ? t.unknownFormat : because}
          </li>
        ))}
      </ul>
    </details>
  );
}
