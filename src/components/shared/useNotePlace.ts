'use client';
import { hasClock, type SessionIndex } from '../../replay/index.ts';
import type { NotePlace } from '../../session/index.ts';
import { notesWords } from '../language/english/notes.ts';
import { useKit } from '../theme/useKit.ts';
import { relativePath } from './call/relativePath.ts';
import type { ItemScope } from './itemPlace.ts';

/** Returns what says in words where a note is pinned; undefined where the session does not have its item. Masks nothing itself. */
export function useNotePlace(index: SessionIndex, scope: ItemScope | undefined): (on: NotePlace) => string | undefined {
  const { t, formatters } = useKit(notesWords);
  return (on) => {
    switch (on.kind) {
      case 'range':
        return t('notes.on.range', { from: formatters.clock(on.from_ms), to: formatters.clock(on.to_ms) });
      case 'line':
        return t(on.side === 'old' ? 'notes.on.oldLine' : 'notes.on.line', {
          path: relativePath(on.path, scope?.cwd),
          line: on.line,
        });
      case 'item': {
        const item = index.itemById(on.item);
        if (item === undefined) return undefined;
        return hasClock(index) ? formatters.clock(index.starts[item.index] ?? 0) : `#${item.index + 1}`;
      }
    }
  };
}
