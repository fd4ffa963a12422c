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

/**
 * The files that a session changed: each leads to its last change, its lines to all its changes. Below them the plans of the agent, and
 * what commands seem to have written.
 */
export function Files({ changed, cwd }: { changed: Brief['changed']; cwd: string | undefined }): ReactElement {
  const { t } = useKit(briefWords);
  const { files, plans, byCommands, told } = changed;
  if (!told) return <span className="ark-brief__none">{t('brief.noCalls')}</span>;
  if (files.length + plans.length + byCommands.length === 0) return <Nothing />;
  return (
    <>
      {files.length === 0 ? null : <List items={files.map((file) => fileLine(file, cwd))} />}
      {plans.length === 0 ? null : (
        <>
          <span className="ark-brief__none">{t('brief.plan')}</span>
          <List items={plans.map((file) => fileLine(file, cwd))} />
        </>
      )}
      {byCommands.length === 0 ? null : (
        <>
          <span className="ark-brief__none">{t('brief.byCommands', { n: byCommands.length })}</span>
          <List
            items={byCommands.map(({ path, items }) => (
              <Line key={path} item={items.at(-1)}>
                <PathText path={relativePath(path, cwd)} />
              </Line>
            ))}
          />
        </>
      )}
    </>
  );
}

function fileLine({ path, added, removed, items }: BriefFile, cwd: string | undefined): ReactElement {
  const query = both(exactTerm('file', path), 'is:change');
  const figures = (
    <>
      {items.length < 2 ? null : <Edits n={items.length} query={query} />}
      <LineFigure added={added} removed={removed} query={query} />
    </>
  );
  return (
    <Line key={path} item={items.at(-1)} query={query} figures={figures}>
      <PathText path={relativePath(path, cwd)} />
    </Line>
  );
}

function Edits({ n, query }: { n: number; query: string | undefined }): ReactElement {
  const { t } = useKit(briefWords);
  return <Figure query={query}>{t('brief.edits', { n })}</Figure>;
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
export function Failures({ groups, told }: { groups: readonly FailureGroup[]; told: boolean }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  if (groups.length === 0) return told ? <Nothing /> : <span className="ark-brief__none">{t('brief.noCalls')}</span>;
  const nameOf = ({ cause }: FailureGroup): string => {
    switch (cause.kind) {
      case 'words':
        return cause.text;
      case 'exit':
        return cause.name === undefined ? t('brief.cause.command') : t('brief.cause.exit', { name: cause.name });
      case 'nothing':
        return t('brief.cause.nothing', { name: cause.name });
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

const besideWords = { denied: 'brief.denied', agent: 'brief.errors', told: 'brief.told' } as const;

/** What is listed beside the failed calls: those that were not allowed, and errors outside of calls. */
export function Besides({ groups }: { groups: readonly FailureGroup[] }): ReactElement {
  const { t } = useKit(briefWords);
  const others = groups.flatMap(({ cause, items }) => {
    const { kind } = cause;
    return kind === 'denied' || kind === 'agent' || kind === 'told' ? [{ kind, cause, n: items.length }] : [];
  });
  const none = groups.filter(({ cause }) => cause.kind === 'nothing').reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      {none === 0 ? null : <span>{t('brief.nothingFound', { n: none })}</span>}
      {others.map(({ kind, cause, n }) => (
        <Figure key={kind} query={exactTerm('cause', causeKey(cause))}>
          {t(besideWords[kind], { n })}
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
        const inferred = runs.filter((run) => run.inferred).length;
        const last = runs.at(-1)?.outcome;
        const words = [
          ...(unknown === runs.length ? [] : [t('brief.passed', { n: passed, all: runs.length - unknown })]),
          ...(runs.length > 1 && (last === 'succeeded' || last === 'failed') ? [t(`brief.last.${last}`)] : []),
          ...(unknown > 0 ? [t('brief.unknown', { n: unknown })] : []),
          ...(inferred > 0 ? [t('brief.inferred', { n: inferred })] : []),
        ];
        return (
          <Line
            key={name}
            item={runs.at(-1)?.item}
            query={query}
            figures={<Figure query={query}>{words.join(' \u00b7 ')}</Figure>}
          >
            <OneLine text={name} face="mono" />
            <span className="ark-brief__marks" aria-hidden="true" data-told={words.length > 1 ? 'below' : undefined}>
              {runs
                .slice(-mostMarks)
                .reverse()
                .map(({ item, outcome }) => (
                  <span key={item} className="ark-brief__mark" data-outcome={outcome} />
                ))}
            </span>
          </Line>
        );
      })}
    />
  );
}

interface OpenEndsProps {
  open: Brief['open'];
  /** The name of the check that failed last, as it may be shown. */
  check: string | undefined;
  /** What stopped the session, as it may be shown: the words of an error, or the last tool. */
  stopped: string | undefined;
}

/** What a session has left open. */
export function OpenEnds({ open, check, stopped }: OpenEndsProps): ReactElement {
  const { t } = useKit(briefWords);
  const { unanswered, prompt, checklist, brokeOff } = open;
  const brokeOffWords = (): string => {
    if (brokeOff?.kind === 'error') return t('brief.open.error', { error: stopped ?? '' });
    return brokeOff?.kind === 'working'
      ? t('brief.open.working', { tool: stopped ?? '' })
      : t('brief.open.interrupted');
  };
  const ends: { item: number | undefined; text: string; query?: string }[] = [
    ...(brokeOff === undefined ? [] : [{ item: brokeOff.item, text: brokeOffWords() }]),
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
