import { KitProvider, SessionCompare, SessionList, SessionReplay } from 'agent-replay-kit/components';
import type { ReplayOptions } from 'agent-replay-kit/replay';
import { useSlicedReplay } from 'agent-replay-kit/replay/react';
import { type DragEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { droppedFiles } from './droppedFiles';
import { Refused } from './Refused';
import { Switches } from './Switches';
import { texts } from './texts';
import { useContentUrl } from './useContentUrl';
import { usePatches } from './usePatches';
import { router, useStudio } from './useStudio';

/** Token counts are shown in the header; as rows they would outnumber the calls. */
const replayOptions: Partial<ReplayOptions> = { at: 'start', rate: 4, filters: { hidden: ['usage'] } };

/** A comparison shows everything of both sessions; afterwards the replay is where it was. */
const comparedOptions: Partial<ReplayOptions> = { ...replayOptions, at: 'end' };

/** Where there is no replay, nothing of it changes. */
const never = () => () => undefined;

/** As in studio.css: below this width, the list and the session are pages of their own. */
const narrowWindow = '(width < 900px)';

/** A list of sessions, a replay of the chosen one, and a place to drop any log. */
export function Studio() {
  const { theme, language, page, readIndex, followLink, open } = useStudio();
  const patches = usePatches();
  const t = texts[language];
  useEffect(() => {
    void readIndex();
  }, [readIndex]);
  useEffect(() => router.subscribe?.(() => void followLink()), [followLink]);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(open);
  };
  return (
    <KitProvider theme={theme} language={language} motion="system" onApplyPatch={patches?.apply}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop may be anywhere; the button of the sidebar opens files too. */}
      <div
        className="studio ark"
        data-theme={theme}
        data-page={page}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
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
        <Stage />
      </div>
    </KitProvider>
  );
}

function Sidebar({ note }: { note: ReactNode }) {
  const { entries, selected, comparing, toggleComparing, select, open, refused, language } = useStudio();
  const t = texts[language];
  return (
    <aside className="studio__sidebar">
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
      {refused.length > 0 ? <Refused files={refused} /> : null}
      {note}
      <button
        type="button"
        className="studio__compare"
        aria-pressed={comparing !== 'no'}
        disabled={selected === undefined}
        onClick={toggleComparing}
      >
        {comparing === 'no' ? t.compare : comparing === 'choosing' ? t.choose : t.stop}
      </button>
      <div className="studio__settings">
        <Switches />
      </div>
      <SessionList
        className="studio__list"
        sessions={entries}
        selected={typeof comparing === 'object' ? comparing.other : selected}
        onSelect={(id) => void select(id)}
      />
    </aside>
  );
}

function Stage() {
  const { loaded, selected, comparing, progress, failure, language, page } = useStudio();
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
  const contentUrl = useContentUrl(current);
  const compared = typeof comparing === 'object' ? loaded.get(comparing.other) : undefined;
  // Only when both are complete: the end of a partial log is not the end of the run.
  const both = current?.complete === true && compared?.complete === true;
  const left = useSlicedReplay(both ? current.session : undefined, comparedOptions);
  const right = useSlicedReplay(both ? compared.session : undefined, comparedOptions);
  const otherUrl = useContentUrl(compared);
  return (
    <main ref={stage} className="studio__stage" tabIndex={-1}>
      {failure !== undefined ? (
        <p className="studio__failure" role="alert">
          {t.failed} {failure}
        </p>
      ) : null}
      {progress !== undefined ? (
        <progress
          className="studio__progress"
          aria-label={t.reading}
          max={progress.totalBytes}
          value={progress.readBytes}
        />
      ) : null}
      {replay === undefined ? (
        <div className="studio__settings" data-empty="">
          <Switches />
        </div>
      ) : null}
      {left !== undefined && right !== undefined ? (
        <SessionCompare
          left={left}
          right={right}
          contentUrl={{ left: contentUrl, right: otherUrl }}
          actions={<Switches />}
          className="studio__replay"
        />
      ) : null}
      {replay !== undefined && (left === undefined || right === undefined) ? (
        <SessionReplay
          replay={replay}
          contentUrl={contentUrl}
          keys="page"
          router={whole ? router : undefined}
          actions={<Switches />}
          className="studio__replay"
        />
      ) : null}
    </main>
  );
}
