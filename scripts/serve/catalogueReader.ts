import type { Catalogue } from '../etl/catalogue/contract.ts';
import { openCatalogue } from '../etl/catalogue/openCatalogue.ts';

/** Reads the catalogue of a folder while somebody else writes it. */
export interface CatalogueReader {
  read<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result>;
  /** To be called when something was written: a catalogue in JSON is read again, one in SQLite sees it anyway. */
  refresh(): void;
  close(): Promise<void>;
}

export function createCatalogueReader(out: string, project: string): CatalogueReader {
  let opened: Promise<Catalogue> | undefined;
  let stale = false;
  const drop = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    await before?.then((catalogue) => catalogue.close()).catch(() => undefined);
  };
  return {
    async read(work) {
      if (stale && (await opened?.catch(() => undefined))?.searches !== 'everything') await drop();
      stale = false;
      opened ??= openCatalogue({ out, project, fingerprint: '', check: true });
      try {
        return await work(await opened);
      } catch (error) {
        // A bad query is the reader's fault; anything else may be cured by opening it again.
        if (!(error instanceof RangeError)) await drop();
        throw error;
      }
    },
    refresh: () => {
      stale = true;
    },
    close: drop,
  };
}
