import { SessionOverview } from 'agent-replay-kit/components';
import { useEffect, useState } from 'react';
import { Unread } from './FoundLines';
import { texts } from './texts';
import { useStudio } from './useStudio';

/** While sessions come in, all of them are added up anew at most this often, in milliseconds. */
const pauseMs = 5000;

/** What the sessions of the list took; a bar limits both to what it stands for. */
export function Overview() {
  const { language, query, setQuery, select, state } = useStudio();
  const source = useSettled(useStudio().source);
  const t = texts[language];
  const isLimited = Object.values(query).some((value) => value !== undefined && value !== '');
  return (
    <div className="studio__overview">
      <header>
        <h1 className="studio__heading">{t.overview}</h1>
        {isLimited ? (
          <button type="button" className="studio__switch" onClick={() => setQuery({})}>
            {t.everySession}
          </button>
        ) : null}
      </header>
      {state !== undefined && state.unread > 0 ? <Unread count={state.unread} /> : null}
      <SessionOverview source={source} query={query} onQuery={setQuery} onSelect={(id) => void select(id)} />
    </div>
  );
}

/** A value that follows the given one, but does not change more often than every {@link pauseMs}. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState({ value, at: performance.now() });
  useEffect(() => {
    if (value === settled.value) return undefined;
    const wait = Math.max(0, settled.at + pauseMs - performance.now());
    const timer = setTimeout(() => setSettled({ value, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return settled.value;
}
