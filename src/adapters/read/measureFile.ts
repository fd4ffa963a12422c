import type { SourceFile } from '../contract.ts';
import type { CreateHash } from '../sha256.ts';

type FileFacts = {
  name: string;
  sha256: string;
  bytes: number;
  records: number;
};

/** Wraps a file to hash and measure it while it is read. */
export interface MeasuredFile {
  file: SourceFile;
  countRecord(): void;
  /** Reads the file now if it has not been read to its end. */
  facts(): Promise<FileFacts>;
}

export function measureFile(file: SourceFile, createHash: CreateHash): MeasuredFile {
  let records = 0;
  let measured: { sha256: string; bytes: number } | undefined;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    const hash = createHash();
    let length = 0;
    for await (const chunk of file.bytes()) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
    measured ??= { sha256: hash.digest(), bytes: length };
  }

  return {
    file: { name: file.name, bytes, range: file.range },
    countRecord: () => {
      records += 1;
    },
    async facts() {
      if (measured === undefined) for await (const _ of bytes());
      return { name: file.name, sha256: measured?.sha256 ?? '', bytes: measured?.bytes ?? 0, records };
    },
  };
}
