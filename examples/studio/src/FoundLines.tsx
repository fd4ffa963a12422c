import { useKit } from 'agent-replay-kit/components';
import { useEffect, useState } from 'react';
import type { Found, FoundLine } from './server';
import { texts } from './texts';
import { server, useStudio } from './useStudio';

/** While one types, the server is asked after this pause. */
const pauseMs = 150;

type Answer =
  | { readonly is: 'asking' }
  | { readonly is: 'found'; readonly found: Found }
  | { readonly is: 'failed'; readonly because: string };

/** The lines that hold the words of the search, by session; each opens its session at that moment. */
export function FoundLines() {
  const { language, openLine, state } = useStudio();
  const { formatters } = useKit();
  const t = texts[language];
  const [answer, more] = useFound();
  if (answer.is === 'failed')
    return (
      <p className="studio__failure" role="alert">
        {t.notSearched} {answer.because}
      </p>
    );
  if (answer.is === 'asking') return <p className="studio__hint">{t.searching}</p>;
  const { hits, total, next, searches } = answer.found;
  const unread = state?.unread ?? 0;
  return (
    <section className="studio__found" aria-label={t.lines}>
      <h1 className="studio__heading">{t.lines}</h1>
      <p className="studio__hint" role="status">
        {hits.length === 0 ? t.nothingFound : t.foundIn(total.n, total.exact)}
      </p>
      {searches === 'titles' ? <p className="studio__hint">{t.titlesOnly}</p> : null}
      {unread > 0 && searches === 'everything' ? <Unread count={unread} /> : null}
      {hits.map(({ session, lines }) => (
        <article key={session.session_id} className="studio__hit">
          <h2>
            <button type="button" className="studio__line" onClick={() => void openLine(session.session_id, lines[0])}>
              {session.task_title}
            </button>
          </h2>
          <p className="studio__from">
            {[session.created_at?.slice(0, 16).replace('T', ' '), session.source_format, session.project]
              .filter((fact) => fact !== undefined)
              .join(' · ')}
          </p>
          <ul>
            {lines.map((line) => (
              <li key={`${line.item} ${line.kind} ${line.text}`}>
                <button type="button" className="studio__line" onClick={() => void openLine(session.session_id, line)}>
                  <span className="studio__kind">
                    {line.at === undefined ? null : <span className="studio__at">{formatters.clock(line.at)}</span>}
                    {t.kinds[line.kind]}
                  </span>
                  <code>
                    <Marked line={line} />
                  </code>
                </button>
              </li>
            ))}
          </ul>
        </article>
      ))}
      {next === undefined ? null : (
        <button type="button" className="studio__switch" onClick={() => more(next)}>
          {t.more}
        </button>
      )}
    </section>
  );
}

function useFound(): [answer: Answer, more: (after: string) => void] {
  const { query, source } = useStudio();
  const [answer, setAnswer] = useState<Answer>({ is: 'asking' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came into the list since may hold the words, too.
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      server?.search(query, { limit: 20, signal: stop.signal }).then(
        (found) => setAnswer({ is: 'found', found }),
        (error: unknown) => {
          if (!stop.signal.aborted) setAnswer({ is: 'failed', because: messageOf(error) });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, source]);
  const more = (after: string): void => {
    server?.search(query, { limit: 20, after }).then(
      (page) =>
        setAnswer((before) =>
          before.is === 'found'
            ? { is: 'found', found: { ...page, hits: [...before.found.hits, ...page.hits] } }
            : before,
        ),
      (error: unknown) => setAnswer({ is: 'failed', because: messageOf(error) }),
    );
  };
  return [answer, more];
}

/** Says how many sessions are searched by their titles only, and offers to read them. */
export function Unread({ count }: { count: number }) {
  const { language, state } = useStudio();
  const t = texts[language];
  return (
    <p className="studio__hint">
      {t.unread(count)}{' '}
      {state?.reading ? (
        <span role="status">{t.readingAll}</span>
      ) : (
        <button type="button" className="studio__switch" onClick={() => void server?.readAll()}>
          {t.readAll}
        </button>
      )}
    </p>
  );
}

function Marked({ line: { text, ranges } }: { line: FoundLine }) {
  const starts = ranges.map(([start]) => start);
  const ends = [0, ...ranges.map(([, end]) => end)];
  return (
    <>
      {ranges.map(([start, end], at) => (
        <span key={starts[at]}>
          {text.slice(ends[at], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
