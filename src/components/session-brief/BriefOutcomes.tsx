import type { ReactElement } from 'react';
import {
  type SessionBrief as Brief,
  type BriefFile,
  type CheckRuns,
  causeKey,
  exactTerm,
  type FailureCause,
  type FailureGroup,
} from '../../replay/index.ts';
import { isFailedCall } from '../../replay/internal.ts';
import { sumOf } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { briefWords } from '../language/english/brief.ts';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { OneLine } from '../shared/LogText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { Figure, Line, List, Nothing } from './BriefLine.tsx';

/** A query for two things at once; undefined if one of them cannot be expressed. */
function both(one: string | undefined, other: string): string | undefined {
  return one && `${one} ${other}`;
}

interface FilesProps {
  changed: Brief['changed'];
  hasCalls: boolean;
  cwd: string | undefined;
}

/**
 * The files that a session changed: each leads to its last change, its lines to all its changes. Below them the plans of the agent,
 * what commands seem to have written, and what only the log's summary names.
 */
export function Files({ changed, hasCalls, cwd }: FilesProps): ReactElement {
  const { t } = useKit(briefWords);
  const { files, plans, byCommands, stated } = changed;
  if (!hasCalls && stated.length === 0) return <NoCalls />;
  if (files.length + plans.length + byCommands.length + stated.length === 0) return <Nothing />;
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
      {stated.length === 0 ? null : (
        <>
          <span className="ark-brief__none">{t('brief.stated', { n: stated.length })}</span>
          <List
            items={stated.map((path) => (
              <Line key={path} item={undefined}>
                <PathText path={relativePath(path, cwd)} />
              </Line>
            ))}
          />
        </>
      )}
    </>
  );
}

function fileLine({ path, added, removed, moreRemoved, items }: BriefFile, cwd: string | undefined): ReactElement {
  const query = both(exactTerm('file', path), 'is:change');
  const figures = (
    <>
      {items.length < 2 ? null : <Edits n={items.length} query={query} />}
      <LineFigure added={added} removed={removed} moreRemoved={moreRemoved} query={query} />
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
  moreRemoved,
  query,
}: Pick<BriefFile, 'added' | 'removed' | 'moreRemoved'> & { query: string | undefined }): ReactElement | null {
  if (added + removed === 0) return null;
  return (
    <Figure query={query}>
      <ChangeCount added={added} removed={removed} moreRemoved={moreRemoved} />
    </Figure>
  );
}

/** Says that there are no calls in the log, and so nothing of what a part of the brief lists. */
export function NoCalls(): ReactElement {
  const { t } = useKit(briefWords);
  return <span className="ark-brief__none">{t('brief.noCalls')}</span>;
}

/** How much was mended of something that failed `n` times. */
function useFate(): (n: number, mended: number) => string {
  const { t } = useKit(briefWords);
  return (n, mended) =>
    mended === n
      ? t(n === 1 ? 'brief.mended' : 'brief.mendedAll')
      : mended === 0
        ? t(n === 1 ? 'brief.unmended' : 'brief.unmendedAll')
        : t('brief.mendedSome', { n: mended, left: n - mended });
}

/** What went wrong in numbers: the calls without success: those that failed and how many of them succeeded later, those that only found nothing; beside them what was denied, and errors outside of calls. */
function FailureSum({ brief }: { brief: Brief }): ReactElement {
  const { t } = useKit(briefWords);
  const fate = useFate();
  const { broke, fates, totals, hiddenChecks } = brief;
  const { mended, left, nothing } = fates;
  const ended = sumOf(totals.failed);
  const failed = mended + left;
  const fateOfFailed = fate(failed, mended);
  const failedWords = t('brief.failed', { n: failed });
  const parts = [
    ...(failed === 0 ? [] : [t('brief.failedOf', { failed: failedWords, fate: fateOfFailed })]),
    t('brief.nothingFound', { n: nothing }),
  ];
  const others = broke.flatMap(({ cause, items }) => {
    const words = wordsBeside(cause);
    return words === undefined ? [] : [{ words, cause, n: items.length }];
  });
  return (
    <p className="ark-brief__sum">
      {ended === 0 ? null : (
        <span>
          <Figure query="status:failed">{nothing === 0 ? failedWords : t('brief.unsuccessful', { n: ended })}</Figure>
          {t('brief.fate', { fate: nothing === 0 ? fateOfFailed : parts.join(', ') })}
        </span>
      )}
      {others.map(({ words, cause, n }) => (
        <Figure key={words} query={exactTerm('cause', causeKey(cause))}>
          {t(words, { n })}
        </Figure>
      ))}
      {hiddenChecks === 0 ? null : <Figure query="is:check">{t('brief.hiddenChecks', { n: hiddenChecks })}</Figure>}
    </p>
  );
}

/** The words for what stands beside the failed calls in the sum. */
function wordsBeside(cause: FailureCause): 'brief.denied' | 'brief.errors' | 'brief.reported' | undefined {
  switch (cause.kind) {
    case 'denied':
      return 'brief.denied';
    case 'agent':
      return 'brief.errors';
    case 'exit':
      return cause.name === undefined ? 'brief.reported' : undefined;
    default:
      return undefined;
  }
}

type ShownGroup = FailureGroup & { readonly cause: Exclude<FailureCause, { kind: 'repeated' }> };

function isShown(group: FailureGroup): group is ShownGroup {
  return group.cause.kind !== 'repeated';
}

/** What went wrong: a sum, then by cause, the most frequent first, then what is not mended. What the agent's program repeated about failed commands is left out. */
export function Failures({ brief, masked }: { brief: Brief; masked: readonly FailureGroup[] }): ReactElement {
  const { t, formatters } = useKit(briefWords);
  const fate = useFate();
  const groups = masked.filter(isShown);
  if (groups.length + brief.hiddenChecks === 0) return brief.hasCalls ? <Nothing /> : <NoCalls />;
  const nameOf = ({ cause }: ShownGroup): string => {
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
    <>
      <FailureSum brief={brief} />
      <List
        items={groups.map((group) => (
          <Line
            key={group.items[0]}
            item={group.items[0]}
            query={exactTerm('cause', causeKey(group.cause))}
            figures={
              isFailedCall(group.cause) ? (
                <Figure item={group.mends[0]}>{fate(group.items.length, group.mended)}</Figure>
              ) : undefined
            }
          >
            <span
              className="ark-brief__times ark-figures"
              data-left={isFailedCall(group.cause) && group.mended < group.items.length ? '' : undefined}
            >{`${formatters.number(group.items.length)}\u00d7`}</span>
            <OneLine text={nameOf(group)} />
          </Line>
        ))}
      />
    </>
  );
}

/** Maximum number of marks for the latest runs of a check. */
const mostMarks = 40;

/** The commands that check the work, each with its latest runs as a strip; says so where none ran. */
export function Checks({ checks, hasCalls }: { checks: readonly CheckRuns[]; hasCalls: boolean }): ReactElement {
  const { t } = useKit(briefWords);
  if (!hasCalls) return <NoCalls />;
  if (checks.length === 0) return <span className="ark-brief__none">{t('brief.noChecks')}</span>;
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
            <span className="ark-brief__marks" aria-hidden="true">
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
  brief: Brief;
  /** The name of the check that failed last, as it may be shown. */
  check: string | undefined;
  /** What stopped the session, as it may be shown: the words of an error, or the last tool. */
  stopped: string | undefined;
}

/** What a session has left open. */
export function OpenEnds({ brief: { open, end }, check, stopped }: OpenEndsProps): ReactElement {
  const { t } = useKit(briefWords);
  const { unanswered, prompt, checklist, brokeOff, question } = open;
  const brokeOffWords = (): string => {
    if (brokeOff?.kind === 'error')
      return stopped === undefined ? t('brief.open.failed') : t('brief.open.error', { error: stopped });
    return brokeOff?.kind === 'working'
      ? t('brief.open.working', { tool: stopped ?? '' })
      : t('brief.open.interrupted');
  };
  const ends: { is: string; item: number | undefined; text: string; query?: string }[] = [
    ...(brokeOff === undefined ? [] : [{ is: 'broken-off', item: brokeOff.item, text: brokeOffWords() }]),
    ...(prompt === undefined ? [] : [{ is: 'prompt', item: prompt, text: t('brief.open.prompt') }]),
    ...(unanswered.length === 0
      ? []
      : [
          {
            is: 'unanswered',
            item: unanswered[0],
            text: t('brief.open.unanswered', { n: unanswered.length }),
            query: 'status:unanswered',
          },
        ]),
    ...(open.check === undefined
      ? []
      : [{ is: 'check', item: open.check.item, text: t('brief.open.check', { name: check ?? '' }) }]),
    ...(checklist === undefined
      ? []
      : [
          {
            is: 'checklist',
            item: checklist.item,
            text: t('brief.open.checklist', { n: checklist.open, all: checklist.all }),
          },
        ]),
    ...(question === undefined ? [] : [{ is: 'question', item: question, text: t('brief.open.question') }]),
  ];
  if (ends.length === 0 && end.kind === 'unknown')
    return <span className="ark-brief__none">{t('brief.open.unknown')}</span>;
  if (ends.length === 0) return <Nothing />;
  return (
    <List
      items={ends.map(({ is, item, text, query }) => (
        <Line key={is} item={item} query={query}>
          <Icon name="error" size={12} />
          <OneLine text={text} />
        </Line>
      ))}
    />
  );
}
