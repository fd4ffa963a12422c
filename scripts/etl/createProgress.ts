import { plain } from '../agent-replay/terminal.ts';

/** Shows how far a run is. */
export interface Progress {
  /** A source is done. */
  advance(bytes: number, name: string): void;
  end(): void;
}

const INTERVAL_MS = 100;

/** A line on a terminal that rewrites itself; nothing anywhere else. */
export function createProgress(total: { files: number; bytes: number }, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { advance: () => undefined, end: () => undefined };
  const started = performance.now();
  let files = 0;
  let bytes = 0;
  let shown = 0;
  const show = (name: string): void => {
    const seconds = (performance.now() - started) / 1000;
    const rate = bytes / 1e6 / Math.max(seconds, 0.001);
    const etaSeconds = rate === 0 ? 0 : (total.bytes - bytes) / 1e6 / rate;
    const line = `${files}/${total.files} sources  ${rate.toFixed(0)} MB/s  ETA ${Math.ceil(etaSeconds)} s  ${plain(name)}`;
    stream.write(`\r\u001b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  return {
    advance(size, name) {
      files += 1;
      bytes += size;
      if (performance.now() - shown < INTERVAL_MS) return;
      shown = performance.now();
      show(name);
    },
    end: () => void stream.write('\r\u001b[K'),
  };
}
