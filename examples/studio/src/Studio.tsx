import { KitProvider, SessionCompare, SessionList, SessionReplay, useKeptNotes } from 'agent-replay-kit/components';
import { createNotesStore } from 'agent-replay-kit/loading';
import type { Replay, ReplayOptions } from 'agent-replay-kit/replay';
import { useSlicedReplay } from 'agent-replay-kit/replay/react';
import { type DragEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { droppedFiles } from './droppedFiles';
import { FoundLines, Unread } from './FoundLines';
import { Overview } from './Overview';
import { fetchTextOf } from './openedSession';
import { Refused } from './Refused';
import { Switches } from './Switches';
import { seenMarks } from './seenMarks';
import { isAlone } from './server';
import { texts } from './texts';
import { useContentUrl } from './useContentUrl';
import { usePatches } from './usePatches';
import { hasList, router, server, useStudio } from './useStudio';

const appName = 'Agent Replay';

/** Token counts are shown in the header; as rows they would outnumber the calls. */
const replayOptions: Partial<ReplayOptions> = {
  rate: 4,
  filters: { hidden: ['usage'] },
  // Who follows one log wants to see what its agent does now.
  ...(isAlone ? { follow: true } : { at: 'start' }),
};

/** A comparison shows everything of both sessions; afterwards the replay is where it was. */
const comparedOptions: Partial<ReplayOptions> = { ...replayOptions, at: 'end', follow: false };

/** Where there is no replay, nothing of it changes. */
const never = () => () => undefined;

/** As in studio.css: below this width, the list and the session are pages of their own. */
const narrowWindow = '(width < 900px)';

/** A list of sessions, a replay of the chosen one, and a place to drop any log. */
export function Studio() {
  const { theme, language, prices, page, isAway, start, followLink, open, loaded, selected, comparing } = useStudio();
  const isListed = useStudio(hasList);
  const current = selected === undefined ? undefined : loaded.get(selected);
  const compared = typeof comparing === 'object' ? loaded.get(comparing.other) : undefined;
  const contents = useMemo(() => fetchTextOf([current, compared]), [current, compared]);
  const patches = usePatches();
  const t = texts[language];
  useEffect(() => start(), [start]);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const title = current?.session.task_title;
  useEffect(() => {
    document.title = title === undefined ? appName : `${title} \u2013 ${appName}`;
  }, [title]);
  useEffect(() => router.subscribe?.(() => void followLink()), [followLink]);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(open);
  };
  return (
    <KitProvider {...{ theme, language, contents, prices }} motion="system" onApplyPatch={patches?.apply}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop may be anywhere; the button of the sidebar opens files too. */}
      <div
        className="studio ark"
        data-theme={theme}
        data-page={page}
        data-list={isListed ? 'shown' : 'none'}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        {isAway ? (
          <p className="studio__away" role="alert">
            {t.away(isAlone ? 'open --follow' : 'serve')}
          </p>
        ) : null}
        {isListed ? (
          <Sidebar
            note={
              patches === undefined ? null : (
                <>
                  <p className="studio__note">
                    {t.appliedIn} <b>{patches.root}</b>
                  </p>
                  {patches.refused === undefined ? null : (
                    <p className="studio__failure" role="alert">
                      {t.notApplied} {patches.refused}
                    </p>
                  )}
                </>
              )
            }
          />
        ) : null}
        <Stage />
      </div>
    </KitProvider>
  );
}

function subscribeToWidth(onChange: () => void): () => void {
  const media = matchMedia(narrowWindow);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

function Sidebar({ note }: { note: ReactNode }) {
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => matchMedia(narrowWindow).matches);
  const { page, entries, selected, comparing, toggleComparing, select, open, refused, language, query, state } =
    useStudio();
  const { setQuery, view, setView, source } = useStudio();
  const t = texts[language];
  const isSearch = server !== undefined && (query.text ?? '').trim() !== '';
  // Alone in its window, the list is what the page is about.
  const isPage = isNarrow && page === 'list';
  return (
    <div className="studio__sidebar" role={isPage ? 'main' : 'complementary'}>
      {isPage ? (
        <div className="studio__head">
          <h1 className="studio__title">{t.sessions}</h1>
          <Switches />
        </div>
      ) : null}
      <div className="studio__ways">
        <label className="studio__open">
          {t.open}
          <input
            type="file"
            multiple
            onChange={({ target }) => {
              void open([...(target.files ?? [])].map((blob) => ({ name: blob.name, blob })));
              target.value = '';
            }}
          />
        </label>
        <button
          type="button"
          className="studio__compare"
          aria-pressed={comparing !== 'no'}
          disabled={selected === undefined}
          onClick={toggleComparing}
        >
          {comparing === 'no' ? t.compare : comparing === 'choosing' ? t.choose : t.stop}
        </button>
        <button
          type="button"
          className="studio__compare"
          aria-pressed={view === 'overview'}
          onClick={() => setView(view === 'overview' ? 'session' : 'overview')}
        >
          {t.overview}
        </button>
      </div>
      {refused.length > 0 ? <Refused files={refused} /> : null}
      {note}
      {isSearch && view !== 'lines' ? (
        <button type="button" className="studio__compare" onClick={() => setView('lines')}>
          {t.showLines}
        </button>
      ) : null}
      {state !== undefined && state.unread > 0 && !isSearch ? <Unread count={state.unread} /> : null}
      <SessionList
        className="studio__list"
        {...(server === undefined ? { sessions: entries } : { source })}
        query={query}
        onQuery={setQuery}
        storage={localStorage}
        selected={typeof comparing === 'object' ? comparing.other : selected}
        onSelect={(id) => void select(id)}
      />
    </div>
  );
}

function Stage() {
  const { entries, loaded, selected, comparing, progress, failure, language, page, view, state } = useStudio();
  const { isShrunk, closeShrunk } = useStudio();
  const t = texts[language];
  const stage = useRef<HTMLElement>(null);
  // In a narrow window the list disappears, and would take the focus along.
  useEffect(() => {
    if (page === 'session' && matchMedia(narrowWindow).matches) stage.current?.focus();
  }, [page]);
  const current = selected === undefined ? undefined : loaded.get(selected);
  const replay = useSlicedReplay(current?.session, replayOptions);
  // In a partial session, the row that a link leads to may still be missing.
  const whole = useSyncExternalStore(
    replay?.subscribe ?? never,
    () => current?.complete === true && replay?.getState().index.session === current.session,
  );
  // One that has grown since then takes a moment to follow; what it shows is whole all the same.
  const [shownWhole, setShownWhole] = useState<Replay>();
  if (whole && shownWhole !== replay) setShownWhole(replay);
  const loading = replay !== shownWhole;
  const contentUrl = useContentUrl(current);
  const compared = typeof comparing === 'object' ? loaded.get(comparing.other) : undefined;
  // Only when both are complete: the end of a partial log is not the end of the run.
  const both = current?.complete === true && compared?.complete === true;
  const left = useSlicedReplay(both ? current.session : undefined, comparedOptions);
  const right = useSlicedReplay(both ? compared.session : undefined, comparedOptions);
  const otherUrl = useContentUrl(compared);
  // Beside a server, only files that were dropped are entries of the page's own: nobody keeps notes on those.
  const isKept =
    server !== undefined && current !== undefined && !entries.some(({ session_id }) => session_id === selected);
  const notesUrl = isKept && selected !== undefined ? server?.notesUrl(selected) : undefined;
  const keeper = useMemo(
    () =>
      notesUrl === undefined || selected === undefined
        ? undefined
        : createNotesStore({ address: notesUrl, session: selected }),
    [notesUrl, selected],
  );
  const { notes, onNotesChange, problem } = useKeptNotes(keeper);
  if (view !== 'session')
    return (
      <main ref={stage} className="studio__stage" tabIndex={-1}>
        <div className="studio__settings" data-empty="">
          <Switches />
        </div>
        {view === 'lines' ? <FoundLines /> : <Overview />}
      </main>
    );
  const isLive = selected !== undefined && state?.live.includes(selected) === true;
  const actions = (
    <>
      {server === undefined || selected === undefined ? null : <Exports id={selected} />}
      <Switches />
    </>
  );
  return (
    <main ref={stage} className="studio__stage" tabIndex={-1}>
      {failure !== undefined ? (
        <p className="studio__failure" role="alert">
          {t.failed} {failure}
        </p>
      ) : null}
      {selected !== undefined && state?.gone.includes(selected) === true ? (
        <p className="studio__failure" role="alert">
          {t.gone}
        </p>
      ) : null}
      {problem === undefined ? null : (
        <p className="studio__failure" role="alert">
          {t.notesLost} {problem}
        </p>
      )}
      {progress !== undefined ? (
        <progress
          className="studio__progress"
          aria-label={t.reading}
          max={progress.totalBytes}
          value={progress.readBytes}
        />
      ) : null}
      {isShrunk ? <Told onClose={closeShrunk}>{t.shrunk}</Told> : null}
      {current?.wholeBecause === undefined ? null : <ReadAsAWhole key={selected} because={current.wholeBecause} />}
      {replay === undefined ? (
        <>
          <div className="studio__settings" data-empty="">
            <Switches />
          </div>
          {server !== undefined && selected === undefined ? (
            <p className="studio__hint" role="status">
              {t.looking}
            </p>
          ) : null}
        </>
      ) : null}
      {left !== undefined && right !== undefined ? (
        <SessionCompare
          left={left}
          right={right}
          contentUrl={{ left: contentUrl, right: otherUrl }}
          actions={actions}
          className="studio__replay"
        />
      ) : null}
      {replay !== undefined && (left === undefined || right === undefined) ? (
        <SessionReplay
          replay={replay}
          loading={loading}
          live={isKept ? isLive : undefined}
          {...seenMarks(selected)}
          contentUrl={contentUrl}
          notes={notes}
          onNotesChange={onNotesChange}
          keys="page"
          router={loading ? undefined : router}
          actions={actions}
          className="studio__replay"
        />
      ) : null}
    </main>
  );
}

/** Says why a large session took long: all of it was read. */
function ReadAsAWhole({ because }: { because: string }) {
  const t = texts[useStudio().language];
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <Told onClose={() => setClosed(true)}>
      {t.whole} <code>{because}</code>
    </Told>
  );
}

/** Something that the reader should know once. */
function Told({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = texts[useStudio().language];
  return (
    <p className="studio__hint studio__whole" role="status">
      {children}{' '}
      <button type="button" className="studio__close" onClick={onClose}>
        {t.close}
      </button>
    </p>
  );
}

/** Links to the session as one file. */
function Exports({ id }: { id: string }) {
  const t = texts[useStudio().language];
  return (
    <details
      className="studio__exports"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={({ currentTarget, key }) => {
        if (key === 'Escape') currentTarget.open = false;
      }}
    >
      <summary className="studio__switch studio__take" title={t.take}>
        <span className="studio__sign" aria-hidden="true">
          ⤓
        </span>
        <span className="studio__word">{t.take}</span>
      </summary>
      <div>
        <a href={server?.exportUrl(id, 'html')} download>
          {t.page}
        </a>
        <a href={server?.exportUrl(id, 'md')} download>
          {t.text}
        </a>
      </div>
    </details>
  );
}
