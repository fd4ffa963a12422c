'use client';
import type { ReactElement } from 'react';
import {
  type SessionBrief as Brief,
  type BriefFile,
  type CheckRuns,
  causeKey,
  exactTerm,
  type FailureGroup,
} from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { briefWords } from '../language/english/brief.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { relativePath } from '../shared/call/relativePath.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { PathText } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { Figure, Line, List, Nothing } from './BriefLine.tsx';

/** A query for two things at once; undefined if one of them cannot be expressed. */
function both(one: string | undefined, other: string): string | undefined {
  return one && `${one} ${other}`;
}

/** The files that a session changed: each leads to its last change, its lines to all its changes. */
export function Files({ files, cwd }: { files: readonly BriefFile[]; cwd: string | undefined }): ReactElement {
  if (files.length === 0) return <Nothing />;
  return (
    <List
      items={files.map(({ path, added, removed, items }) => {
        const query = both(exactTerm('file', path), 'is:change');
        return (
          <Line
            key={path}
            item={items.at(-1)}
            query={query}
            figures={<LineFigure added={added} removed={removed} query={query} />}
          >
            <PathText path={relativePath(path, cwd)} />
          </Line>
        );
      })}
    />
  );
}

/** Lines added and removed; renders nothing if the log does not say which lines changed. */
export function LineFigure({
  added,
  removed,
  query,
}: {
  added: number;
  removed: number;
  query: string | undefined;
}): ReactElement | null {
  if (added + removed === 0) return null;
  return (
    <Figure query={query}>
      <ChangeCount added={added} removed={removed} />
    </Figure>
  );
}

/** What went wrong, by cause, and how much of it succeeded later. */
export function Failures({ groups }: { groups: readonly FailureGroup[] }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  if (groups.length === 0) return <Nothing />;
  const nameOf = ({ cause }: FailureGroup): string => {
    switch (cause.kind) {
      case 'words':
        return cause.text;
      case 'exit':
        return cause.name === undefined ? t('brief.cause.command') : t('brief.cause.exit', { name: cause.name });
      case 'silent':
        return t('brief.cause.silent', { name: cause.tool });
      default:
        return t(`brief.cause.${cause.kind}`);
    }
  };
  return (
    <List
      items={groups.map((group) => (
        <Line
          key={group.items[0]}
          item={group.items[0]}
          query={exactTerm('cause', causeKey(group.cause))}
          figures={
            group.mended === 0 ? undefined : (
              <Figure item={group.mends[0]}>{t('brief.mended', { n: group.mended })}</Figure>
            )
          }
        >
          <span className="ark-brief__times ark-figures">{`${formatters.number(group.items.length)}\u00d7`}</span>
          <OneLine text={nameOf(group)} />
        </Line>
      ))}
    />
  );
}

/** What is listed beside the failed calls: those that were not allowed, and errors outside of calls. */
export function Besides({ groups }: { groups: readonly FailureGroup[] }): ReactElement {
  const { t } = useKit(briefWords);
  const others = groups.filter(({ cause }) => cause.kind === 'denied' || cause.kind === 'agent');
  return (
    <>
      {others.map(({ cause, items }) => (
        <Figure key={cause.kind} query={exactTerm('cause', causeKey(cause))}>
          {t(cause.kind === 'denied' ? 'brief.denied' : 'brief.errors', { n: items.length })}
        </Figure>
      ))}
    </>
  );
}

/** Maximum number of marks for the latest runs of a check. */
const mostMarks = 40;

/** The commands that check the work, each with its latest runs as a strip. */
export function Checks({ checks }: { checks: readonly CheckRuns[] }): ReactElement {
  const { t } = useKit(briefWords);
  return (
    <List
      items={checks.map(({ name, runs }) => {
        const passed = runs.filter(({ outcome }) => outcome === 'succeeded').length;
        const unknown = runs.filter(({ outcome }) => outcome === 'unknown').length;
        const query = both(exactTerm('command', name), 'is:check');
        const words = [
          ...(unknown === runs.length ? [] : [t('brief.passed', { n: passed, all: runs.length - unknown })]),
          ...(unknown > 0 ? [t('brief.unknown', { n: unknown })] : []),
        ];
        return (
          <Line
            key={name}
            item={runs.at(-1)?.item}
            query={query}
            figures={<Figure query={query}>{words.join(' \u00b7 ')}</Figure>}
          >
            <OneLine text={name} face="mono" />
            <span className="ark-brief__marks" aria-hidden="true">
              {runs.slice(-mostMarks).map(({ item, outcome }) => (
                <span key={item} className="ark-brief__mark" data-outcome={outcome} />
              ))}
            </span>
          </Line>
        );
      })}
    />
  );
}

/** What a session has left open. `check` is the name of the check that failed last, as it may be shown. */
export function OpenEnds({ open, check }: { open: Brief['open']; check: string | undefined }): ReactElement {
  const { t } = useKit(briefWords);
  const { unanswered, prompt, checklist } = open;
  const ends: { item: number | undefined; text: string; query?: string }[] = [
    ...(prompt === undefined ? [] : [{ item: prompt, text: t('brief.open.prompt') }]),
    ...(unanswered.length === 0
      ? []
      : [
          {
            item: unanswered[0],
            text: t('brief.open.unanswered', { n: unanswered.length }),
            query: 'status:unanswered',
          },
        ]),
    ...(open.check === undefined
      ? []
      : [{ item: open.check.item, text: t('brief.open.check', { name: check ?? '' }) }]),
    ...(checklist === undefined
      ? []
      : [{ item: checklist.item, text: t('brief.open.checklist', { n: checklist.open, all: checklist.all }) }]),
  ];
  if (ends.length === 0) return <Nothing />;
  return (
    <List
      items={ends.map(({ item, text, query }) => (
        <Line key={text} item={item} query={query}>
          <Icon name="error" size={12} />
          <OneLine text={text} />
        </Line>
      ))}
    />
  );
}
