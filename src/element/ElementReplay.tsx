import { type ReactElement, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  chinese,
  KitProvider,
  type NotesKeeper,
  type ReplayRouter,
  SessionBrief,
  SessionReplay,
  useKeptNotes,
} from '../components/index.ts';
import { createRangeLoader, readSessionFile } from '../loading/index.ts';
import type { Replay } from '../replay/index.ts';
import { ReplayContext, useReplay } from '../replay/react/index.ts';
import type { ContentRef, Note } from '../session/index.ts';
import { rangeInSession } from '../session/internal.ts';
import { type ElementLanguage, elementWords, hintFor } from './elementWords.ts';
import { useLoadedReplay, useNotesStore } from './useLoadedReplay.ts';

/** What an element shows. */
export interface ElementView {
  /** Address of the session; empty for none. */
  readonly src: string;
  readonly abridged: string | undefined;
  /** Address of a file of notes; empty for no notes yet, undefined where none are taken. */
  readonly notes: string | undefined;
  readonly language: ElementLanguage;
  /** Whether the brief stands before the replay until the reader opens it. */
  readonly brief: boolean;
  /** Whether the replay takes the focus when it appears: the reader opened it. */
  readonly takesFocus: boolean;
  readonly onOpen: () => void;
  /** Called with each replay that is there to be played; and with its session's id once links to it can be followed. */
  readonly onReplay: (replay: Replay) => void;
  readonly routerOf: (session: string) => ReplayRouter;
  readonly onFailure: (because: string) => void;
  /** Called with all notes once the reader changed any. */
  readonly onNotes: (notes: readonly Note[]) => void;
}

/** Draws into an element. Returns what draws another view, and what ends it. */
export function drawReplay(mount: HTMLElement): { draw: (view: ElementView) => void; end: () => void } {
  let drawn: ElementView | undefined;
  const root = createRoot(mount, {
    onUncaughtError: (error) => {
      console.error(error);
      const { language = 'en', onFailure } = drawn ?? {};
      const { broken } = elementWords[language];
      // React has emptied the place.
      const said = Object.assign(document.createElement('p'), { textContent: broken, className: 'ark-element__said' });
      said.setAttribute('role', 'alert');
      mount.replaceChildren(said);
      onFailure?.(broken);
    },
  });
  return {
    draw(view) {
      drawn = view;
      root.render(<ElementReplay {...view} />);
    },
    end: () => root.unmount(),
  };
}

function ElementReplay(view: ElementView): ReactElement {
  const [tries, setTries] = useState(0);
  const { src, abridged, language } = view;
  return (
    <KitProvider language={language} catalogues={{ zh: chinese }}>
      <div className="ark ark-element">
        {src === '' ? (
          <Failure because={elementWords[language].noSource} view={view} />
        ) : (
          <Loaded key={`${tries} ${src} ${abridged}`} view={view} onAgain={() => setTries(tries + 1)} />
        )}
      </div>
    </KitProvider>
  );
}

function Loaded({ view, onAgain }: { view: ElementView; onAgain: () => void }): ReactElement {
  const { src, abridged, notes: notesAddress, language, brief, takesFocus, onOpen, onReplay, routerOf, onNotes } = view;
  const t = elementWords[language];
  const contents = useMemo(() => contentsBeside(src), [src]);
  const loader = useMemo(
    () => createRangeLoader({ session: src, abridged, contents: contents.load, read: readSessionFile }),
    [src, abridged, contents],
  );
  const { replay, id, reading, complete } = useLoadedReplay(loader);
  const router = useMemo(() => (complete && id !== undefined ? routerOf(id) : undefined), [complete, id, routerOf]);
  useLayoutEffect(() => {
    if (replay !== undefined && complete) onReplay(replay);
  }, [replay, complete, onReplay]);
  const { notes, onNotesChange, problem } = useKeptNotes(useReadNotes(notesAddress, id));
  const root = useFocus(takesFocus);
  if (reading.is === 'failed') return <Failure because={reading.because} view={view} onAgain={onAgain} />;
  return (
    <KitProvider contents={loader.contents}>
      {reading.is === 'reading' ? (
        <progress className="ark-element__progress" aria-label={t.reading} max={1} value={reading.share} />
      ) : null}
      {problem === undefined ? null : (
        <p className="ark-element__said" role="alert">
          {t.notes} <code>{problem}</code>
        </p>
      )}
      {replay === undefined ? null : brief ? (
        <>
          <ReplayContext.Provider value={replay}>
            <Brief loading={!complete} />
          </ReplayContext.Provider>
          <div className="ark-element__foot">
            <button type="button" className="ark-element__open" onClick={onOpen}>
              {t.open}
            </button>
          </div>
        </>
      ) : (
        <SessionReplay
          ref={root}
          replay={replay}
          loading={!complete}
          router={router}
          contentUrl={contents.url}
          notes={notes}
          onNotesChange={
            onNotesChange &&
            ((next) => {
              onNotesChange(next);
              onNotes(next);
            })
          }
          headingLevel={2}
          // In a frame as low as an element's, lanes would leave the list no room; the reader may show them.
          lanesPanel="hidden"
        />
      )}
    </KitProvider>
  );
}

/** Reads the notes of a session from an address, empty for none yet. What the reader changes stays on the page. */
function useReadNotes(address: string | undefined, session: string | undefined): NotesKeeper | undefined {
  const store = useNotesStore(address === '' ? undefined : address, session);
  return useMemo(() => {
    if (address === undefined || session === undefined) return undefined;
    return { load: store?.load ?? (async () => []) };
  }, [address, session, store]);
}

/** Summary of the surrounding replay's session; it scrolls, and so the keyboard must reach it. */
function Brief({ loading }: { loading: boolean }): ReactElement {
  const index = useReplay((state) => state.index);
  return <SessionBrief className="ark-element__brief" tabIndex={0} {...{ index, loading }} />;
}

/** Gives the replay the focus, and with it its keys, in the place of the button by which the reader opened it. */
function useFocus(wanted: boolean): (section: HTMLElement | null) => void {
  return useCallback(
    (section) => {
      if (wanted) section?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    },
    [wanted],
  );
}

interface FailureProps {
  because: string;
  view: ElementView;
  onAgain?: () => void;
}

function Failure({ because, view: { src, language, onFailure }, onAgain }: FailureProps): ReactElement {
  const t = elementWords[language];
  useEffect(() => onFailure(because), [onFailure, because]);
  return (
    <div className="ark-element__said" role="alert">
      {onAgain === undefined ? (
        <p>{because}</p>
      ) : (
        <>
          <p>
            {t.failed} {because.includes(src) ? null : <code>{src}</code>}
          </p>
          <p>
            <code>{because}</code>
          </p>
          <p>{hintFor(src, document.baseURI, language)}</p>
          <button type="button" className="ark-element__open" onClick={onAgain}>
            {t.again}
          </button>
        </>
      )}
    </div>
  );
}

function folderOf(address: string): URL | undefined {
  const full = new URL(address, document.baseURI);
  return URL.canParse('.', full) ? new URL('.', full) : undefined;
}

/** Texts and attachments beside a session; a path that leads out of the session's folder has none. */
function contentsBeside(src: string): {
  url: (content: ContentRef) => string | undefined;
  load: (content: ContentRef) => Promise<string>;
} {
  // An address made of a blob or of data has no folder.
  const folder = folderOf(src);
  const below = ({ path }: ContentRef): string | undefined => {
    if (folder === undefined) return undefined;
    const names = path.split('/').map(encodeURIComponent).join('/');
    const url = new URL(names, folder);
    return url.href.startsWith(folder.href) ? url.href : undefined;
  };
  return {
    url: (content) => (rangeInSession(content) === undefined ? below(content) : undefined),
    async load(content) {
      const url = below(content);
      if (url === undefined) throw new Error(`${content.path} does not lie beside the session.`);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${content.path}: ${answer.status} ${answer.statusText}`);
      return answer.text();
    },
  };
}
