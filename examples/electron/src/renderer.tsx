import { KitProvider, SessionReplay } from 'agent-replay-kit/components';
import { createLoader, type LoadedSession, type LoadFile } from 'agent-replay-kit/loading';
import LoadingWorker from 'agent-replay-kit/loading/worker?worker';
import { useSlicedReplay } from 'agent-replay-kit/replay/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'agent-replay-kit/styles.css';
import { receiveFile } from './receiveFile.ts';

declare global {
  interface Window {
    /** The API of the preload script. */
    readonly logs: { choose(): Promise<string[]> };
  }
}

const loader = createLoader(() => new LoadingWorker());
loader.prepare();

async function readLog(path: string): Promise<LoadFile> {
  const { port1, port2 } = new MessageChannel();
  window.postMessage({ is: 'read-log', path }, window.location.origin, [port2]);
  return { name: path, blob: await receiveFile(port1) };
}

function App() {
  const [loaded, setLoaded] = useState<LoadedSession>();
  const [failure, setFailure] = useState<string>();
  const replay = useSlicedReplay(loaded?.session, { at: 'start', rate: 4 });
  const open = async (): Promise<void> => {
    try {
      setFailure(undefined);
      const files = await Promise.all((await window.logs.choose()).map(readLog));
      const { refused } = await loader.load(files, { onSession: setLoaded });
      if (refused.length > 0) setFailure(refused.map(({ name, because }) => `${name}: ${because}`).join('\n'));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const button = (
    <button type="button" onClick={() => void open()}>
      Open logs…
    </button>
  );
  return (
    <KitProvider theme="system" motion="system">
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      {replay === undefined ? (
        button
      ) : (
        <SessionReplay replay={replay} actions={button} keys="page" style={{ height: '100vh' }} />
      )}
    </KitProvider>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
