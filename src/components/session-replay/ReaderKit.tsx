import { createContext, type ReactElement, type ReactNode, useContext, useMemo, useState } from 'react';
import { SharedDiffLayout } from '../diff-view/sharedDiffLayout.tsx';
import { oneOf, useRemembered } from '../hooks/useRemembered.ts';
import { noMasking } from '../masking/masking.ts';
import { type MaskingLevel, maskingAt } from '../masking/maskingLevels.ts';
import { createKit } from '../theme/createKit.ts';
import { KitContext, useKit } from '../theme/useKit.ts';

/** URL templates with which editors open a file. Text from a log only fills the placeholders, and cannot change the rest. */
export const editors = {
  vscode: { name: 'VS Code', link: 'vscode://file/{path}:{line}:{column}' },
  cursor: { name: 'Cursor', link: 'cursor://file/{path}:{line}:{column}' },
  windsurf: { name: 'Windsurf', link: 'windsurf://file/{path}:{line}:{column}' },
  zed: { name: 'Zed', link: 'zed://file/{path}:{line}:{column}' },
  idea: { name: 'JetBrains', link: 'idea://open?file=/{path}&line={line}&column={column}' },
  sublime: { name: 'Sublime Text', link: 'subl://open?url=file:///{path}&line={line}&column={column}' },
} as const;

/** An editor chosen by the reader, the one that the host names, or none: file locations are then plain text. */
export type EditorChoice = keyof typeof editors | 'host' | 'none';

/** The reader's choices for a replay, offered in its view menu. */
export interface ReaderChoices {
  /** Absent if the host opens files itself, or has switched links off with an empty `editorLink`. */
  readonly editor: { readonly chosen: EditorChoice; readonly offered: readonly EditorChoice[] } | undefined;
  readonly setEditor: (editor: EditorChoice) => void;
  readonly masking: { readonly chosen: MaskingLevel; readonly offered: readonly MaskingLevel[] };
  readonly setMasking: (level: MaskingLevel) => void;
}

const ReaderContext = createContext<ReaderChoices | undefined>(undefined);
ReaderContext.displayName = 'ReaderContext';

/** The reader's choices in the surrounding replay; undefined outside a replay. */
export function useReaderChoices(): ReaderChoices | undefined {
  return useContext(ReaderContext);
}

/** Reads the editor, which is the same for every log on a machine. */
const toEditor = oneOf<EditorChoice>([...(Object.keys(editors) as (keyof typeof editors)[]), 'host', 'none']);

/** Lets a reader of a replay choose which editor opens files and how much is masked, within the host's limits. */
export function ReaderKit({ children }: { children: ReactNode }): ReactElement {
  const around = useKit();
  const hostLink = around.editorLink;
  const [chosenEditor, setEditor] = useRemembered('editor', toEditor);
  const usual: EditorChoice = hostLink === undefined ? 'vscode' : 'host';
  const editor =
    chosenEditor === undefined || (chosenEditor === 'host' && hostLink === undefined) ? usual : chosenEditor;
  const hostMasks = around.masking !== noMasking;
  const [level, setMasking] = useState<MaskingLevel>();
  const masking = level ?? (hostMasks ? 'values' : 'off');

  const kit = useMemo(() => {
    const link = editor === 'host' ? hostLink : editor === 'none' ? '' : editors[editor].link;
    const opens = around.onOpenFile === undefined && hostLink !== '';
    return createKit(opens ? { editorLink: link } : {}, around, {
      masking: maskingAt(masking, around.masking),
    });
  }, [around, editor, hostLink, masking]);

  const choices = useMemo((): ReaderChoices => {
    const known = Object.keys(editors) as (keyof typeof editors)[];
    const offered: EditorChoice[] = [...(hostLink === undefined ? [] : (['host'] as const)), ...known, 'none'];
    const mayUnmask = !hostMasks || around.reveal === 'allowed';
    return {
      editor: around.onOpenFile !== undefined || hostLink === '' ? undefined : { chosen: editor, offered },
      setEditor,
      masking: { chosen: masking, offered: mayUnmask ? ['all', 'values', 'off'] : ['all', 'values'] },
      setMasking,
    };
  }, [around, editor, hostLink, hostMasks, masking, setEditor]);

  return (
    <ReaderContext.Provider value={choices}>
      <KitContext.Provider value={kit}>
        <SharedDiffLayout>{children}</SharedDiffLayout>
      </KitContext.Provider>
    </ReaderContext.Provider>
  );
}
