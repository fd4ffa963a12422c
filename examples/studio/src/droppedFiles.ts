import type { LoadFile } from 'agent-replay-kit/loading';

/** The files of a drop; files in folders keep their paths. */
export async function droppedFiles(transfer: DataTransfer): Promise<LoadFile[]> {
  // Entries are gone after the first await.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files].map((blob) => ({ name: blob.name, blob }));
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<LoadFile[]> {
  const name = entry.fullPath.replace(/^\//, '');
  if (entry instanceof FileSystemFileEntry) {
    return [{ name, blob: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const files: LoadFile[] = [];
  // A reader returns up to a hundred entries at a time, and none when it is done.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const below of await Promise.all(entries.map(filesOf))) for (const file of below) files.push(file);
  }
}
