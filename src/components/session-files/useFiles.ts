import { useEffect, useMemo, useState } from 'react';
import {
  endOf,
  type FileHistory,
  type FileStep,
  fileHistorySteps,
  type NetChange,
  netChangeAt,
  type Position,
  pathAt,
  type SessionIndex,
  stepsAt,
  type WholeTexts,
  wholesOfFiles,
} from '../../replay/index.ts';
import { commandsOnFilesSteps } from '../../replay/internal.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { relativePath, splitPath } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';

/** A file at a position. */
export interface FileAt {
  readonly history: FileHistory;
  /** Path relative to the folder of the session. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  /** Number of steps reached; the others are still ahead. */
  readonly reached: readonly FileStep[];
  /** Absent if no change took effect. */
  readonly net: NetChange | undefined;
}

/** Maximum size of all fetched texts together, in bytes. */
const mostBytes = 8 * 1024 * 1024;

/** The full texts behind shortened ones that concern files, once they have loaded; undefined until then, or if there are none. */
function useWholeTexts(index: SessionIndex): WholeTexts | undefined {
  const { contents } = useKit();
  const [read, setRead] = useState<{ readonly index: SessionIndex; readonly wholes: WholeTexts }>();
  useEffect(() => {
    const wanted = contents === undefined ? [] : wholesOfFiles(index);
    if (contents === undefined || wanted.length === 0) return undefined;
    let isWanted = true;
    const wholes = new Map<string, string>();
    const readAll = async (): Promise<void> => {
      let room = mostBytes;
      for (const content of wanted) {
        room -= content.bytes;
        if (room < 0 || !isWanted) break;
        // A text that cannot be fetched stays shortened.
        const text = await contents(content).catch(() => undefined);
        if (text !== undefined) wholes.set(content.path, text);
      }
      if (isWanted) setRead({ index, wholes });
    };
    void readAll();
    return () => {
      isWanted = false;
    };
  }, [index, contents]);
  return read?.index === index ? read.wholes : undefined;
}

function* historiesInSteps(index: SessionIndex, wholes: WholeTexts | undefined) {
  const histories = yield* fileHistorySteps(index, wholes);
  // Computed in advance, file by file: the tree asks for it first.
  for (const history of histories) {
    netChangeAt(history, endOf(index));
    yield;
  }
  yield* commandsOnFilesSteps(index);
  return histories;
}

/** The histories of a session's files, computed in slices; undefined until they are there. */
export function useFileHistories(index: SessionIndex): readonly FileHistory[] | undefined {
  const wholes = useWholeTexts(index);
  const short = useInSlices(useMemo(() => () => historiesInSteps(index, undefined), [index]));
  const long = useInSlices(useMemo(() => wholes && (() => historiesInSteps(index, wholes)), [index, wholes]));
  return long ?? short;
}

/** The files touched up to a position, by folder and name. */
export function filesOf(index: SessionIndex, histories: readonly FileHistory[], position: Position): FileAt[] {
  const cwd = index.session.environment?.cwd;
  const files = histories.flatMap((history): FileAt[] => {
    const reached = stepsAt(history, position.item);
    if (reached.length === 0) return [];
    const path = relativePath(pathAt(history, position.item), cwd);
    return [{ history, path, ...splitPath(path), reached, net: netChangeAt(history, position) }];
  });
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return files.sort((a, b) => order(a.folder, b.folder) || order(a.name, b.name));
}

/** Whether a file was changed, or a change was attempted. */
export function isChanged({ reached }: FileAt): boolean {
  return reached.some(({ access, outside }) => access === 'change' || outside !== undefined);
}
