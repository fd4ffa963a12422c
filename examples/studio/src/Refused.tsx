import type { RefusedFile } from 'agent-replay-kit/loading';

/** Files of which no session was made, each with its reason. */
export function Refused({ files, title }: { files: readonly RefusedFile[]; title: string }) {
  return (
    <details className="studio__refused" open>
      <summary>
        {title} {files.length}
      </summary>
      <ul>
        {files.slice(0, 100).map(({ name, because }) => (
          <li key={name}>
            {name}: {because}
          </li>
        ))}
      </ul>
    </details>
  );
}
