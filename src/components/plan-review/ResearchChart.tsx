'use client';
import type { CSSProperties, ReactElement } from 'react';
import { runsWords } from '../language/english/runs.ts';
import { inPlace } from '../shared/inPlace.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import type { Research } from './planRun.ts';

/** Props of {@link ResearchChart}. */
export interface ResearchChartProps {
  research: Research;
}

/** The calls of the research, each a bar as long as it took, with what it brought; a table to assistive technology. */
export function ResearchChart({ research }: ResearchChartProps): ReactElement {
  const { t, formatters } = useKit(runsWords);
  const { calls, totalCalls, totalMs, totalNotes, totalResults } = research;
  const longest = calls.reduce((most, { durationMs }) => Math.max(most, durationMs), 1);
  const totals = [
    t('call.uses', { n: totalCalls }),
    ...(totalMs === undefined ? [] : [formatters.duration(totalMs)]),
    ...(totalResults === undefined ? [] : [t('planRun.resultCount', { n: totalResults })]),
    ...(totalNotes === undefined ? [] : [t('planRun.noteCount', { n: totalNotes })]),
  ];
  const count = (value: number | undefined): string => (value === undefined ? '\u2013' : formatters.number(value));
  return (
    <>
      <p className="ark-plan-run__facts">{totals.join(' · ')}</p>
      {calls.length === 0 ? null : (
        <table className="ark-research">
          <thead>
            <tr>
              <th className="ark-research__cell" scope="col">
                {t('planRun.query')}
              </th>
              <th className="ark-research__cell" scope="col">
                {t('planRun.time')}
              </th>
              <th className="ark-research__cell" scope="col" data-number="">
                {t('planRun.results')}
              </th>
              <th className="ark-research__cell" scope="col" data-number="">
                {t('planRun.notes')}
              </th>
            </tr>
          </thead>
          <tbody>
            {inPlace(calls, ({ stepId, query, durationMs, notes, results, degraded }) => (
              <tr>
                <th className="ark-research__cell" scope="row">
                  <span className="ark-research__query">
                    {stepId === undefined ? null : (
                      <span className="ark-plan-run__quiet">
                        <OneLine text={stepId} />
                      </span>
                    )}
                    <OneLine text={query} />
                    {degraded === undefined ? null : (
                      <span className="ark-research__degraded">
                        <OneLine text={t('planRun.degraded', { mode: degraded })} />
                      </span>
                    )}
                  </span>
                </th>
                <td className="ark-research__cell">
                  <span className="ark-research__time">
                    <span
                      className="ark-research__bar"
                      style={{ '--ark-share': `${(durationMs / longest) * 100}%` } as CSSProperties}
                    />
                    <span>{formatters.duration(durationMs)}</span>
                  </span>
                </td>
                <td className="ark-research__cell" data-number="">
                  {count(results)}
                </td>
                <td className="ark-research__cell" data-number="">
                  {count(notes)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
