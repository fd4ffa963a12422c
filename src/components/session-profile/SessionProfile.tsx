'use client';
import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type ReactElement,
  useCallback,
  useMemo,
  useState,
} from 'react';
import {
  exactTerm,
  isProfileReady,
  type SessionProfile as Profile,
  type ProfileDimension,
  type ProfileFigures,
  type ProfileOptions,
  type ProfileRow,
  profileDimensions,
  profileOf,
  profileSteps,
  type SessionIndex,
  type SessionMs,
} from '../../replay/index.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { phasesWords } from '../language/english/phases.ts';
import { profileWords } from '../language/english/profile.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ChangeCount } from '../shared/ChangeCount.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { SlowestCalls } from './SlowestCalls.tsx';

/** Figures that a profile has, in their order; the name stands before them. */
const profileColumns = ['total', 'calls', 'failed', 'tokens', 'cost', 'p95', 'self', 'lines'] as const;

type ProfileColumn = (typeof profileColumns)[number];

/** What rows are sorted by. */
interface ProfileSort {
  readonly column: ProfileColumn | 'name';
  readonly order: 'ascending' | 'descending';
}

/** What a column sorts by, and its bars are as long as; undefined where nobody knows. */
const amounts: Readonly<Record<ProfileColumn, (figures: ProfileFigures) => number | undefined>> = {
  total: ({ totalMs }) => totalMs,
  calls: ({ items }) => items.length,
  failed: ({ failed }) => failed,
  tokens: ({ tokens }) => tokens,
  cost: ({ cost }) => cost?.amount,
  p95: ({ p95Ms }) => p95Ms,
  self: ({ selfMs }) => selfMs,
  lines: ({ added, removed }) => added + removed,
};

/** The columns that say something of this session: no time where no call took any, no cost where nobody knows one. */
function columnsOf({ all }: Profile): ProfileColumn[] {
  return profileColumns.filter((column) => {
    if (column === 'self') return all.selfMs < all.totalMs;
    if (column === 'calls') return true;
    return (amounts[column](all) ?? 0) > 0;
  });
}

/** The amount of a row in a column, or of all. */
function amountIn(figures: ProfileFigures, column: ProfileColumn): number | undefined {
  return amounts[column](figures);
}

/**
 * Rows in the order that a reader asked for; those of which nobody knows the amount come after the others, and last what has no name: it
 * is the rest.
 */
function sortRows(rows: readonly ProfileRow[], { column, order }: ProfileSort): readonly ProfileRow[] {
  const sign = order === 'ascending' ? 1 : -1;
  const unknown = sign * Number.POSITIVE_INFINITY;
  const compare = (a: ProfileRow, b: ProfileRow): number => {
    if (a.name === undefined || b.name === undefined) return a.name === b.name ? 0 : a.name === undefined ? 1 : -1;
    if (column === 'name') return sign * a.name.localeCompare(b.name);
    const [left, right] = [amounts[column](a) ?? unknown, amounts[column](b) ?? unknown];
    return left === right ? 0 : sign * (left - right);
  };
  return [...rows].sort(compare);
}

/** The profile of a session with at most this many calls is computed at once; a longer one in slices, so that the page stays responsive. */
const atOnce = 1000;

/** Where time, tokens and money went; undefined while a long session is being computed. */
function useProfile(
  index: SessionIndex,
  { by, within, prices }: Pick<ProfileOptions, 'by' | 'within' | 'prices'>,
): Profile | undefined {
  const isMissing = index.landmarks.call.length > atOnce && !isProfileReady(index, by);
  const start = useCallback(() => profileSteps(index, by), [index, by]);
  // Renders again once the steps are done; `profileOf` then finds what they computed.
  useInSlices(isMissing ? start : undefined);
  return useMemo(
    () => (isMissing ? undefined : profileOf(index, { by, within, prices })),
    [index, by, within, prices, isMissing],
  );
}

/** Props of {@link SessionProfile}. */
export interface SessionProfileProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` or a replay. */
  index: SessionIndex;
  /** How calls are grouped; leave it out to let the component remember. */
  by?: ProfileDimension | undefined;
  /** How calls are grouped at first, if the component remembers. @default 'tool' */
  defaultBy?: ProfileDimension | undefined;
  /** Called when the reader chooses another grouping. */
  onByChange?: ((by: ProfileDimension) => void) | undefined;
  /** Limits the profile to this range; of calls that reach beyond it, only the part inside counts. @default the whole session */
  within?: { readonly from: SessionMs; readonly to: SessionMs } | undefined;
  /** With it, rows can be pressed: takes a search that finds the calls of the row, or `undefined` to take that back. */
  onSearch?: ((query: string | undefined) => void) | undefined;
  /** The current search; the row with this search is shown as pressed. @selector [aria-pressed] */
  query?: string | undefined;
  /** With it, the slowest calls can be pressed: takes the id of a call, as in `ReplayItem.id`. */
  onSelect?: ((id: string) => void) | undefined;
}

/** Number of rows shown at first, and added by each request for more. */
const shownRows = 12;
const moreRows = 50;

/**
 * When to use it: beside a session, or wide below it, where the reader asks where its time, tokens or money went.
 *
 * A table of what the calls of a session come to, by tool, command, file, agent, phase or model: how many, how long, the longest but
 * five in a hundred, failed, tokens, cost, lines. Any column sorts; a row is a search for its calls. Below it the slowest calls. Costs
 * are shown where the log says them, or the `KitProvider` has `prices`.
 */
export const SessionProfile = forwardRef<HTMLElement, SessionProfileProps>(function SessionProfile(
  { index, by: given, defaultBy = 'tool', onByChange, within, onSearch, query, onSelect, className, ...rest },
  ref,
) {
  const { t, formatters, prices } = useKit(profileWords);
  const [remembered, setBy] = useState(defaultBy);
  const by = given ?? remembered;
  const profile = useProfile(index, { by, within, prices });
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-profile', className)}
      aria-label={t('profile')}
      aria-busy={profile === undefined}
      {...rest}
    >
      <Dimensions
        by={by}
        onBy={(next) => {
          setBy(next);
          onByChange?.(next);
        }}
      />
      {within === undefined ? null : (
        <p className="ark-profile__note">
          {t('profile.within', { from: formatters.clock(within.from), to: formatters.clock(within.to) })}
        </p>
      )}
      {profile === undefined ? null : (
        <>
          <Table key={by} {...{ profile, query, onSearch }} cwd={index.session.environment?.cwd} />
          <CostNote profile={profile} />
          <SlowestCalls {...{ index, onSelect }} calls={profile.slowest} />
        </>
      )}
    </section>
  );
});

function Dimensions({ by, onBy }: { by: ProfileDimension; onBy: (by: ProfileDimension) => void }): ReactElement {
  const { t } = useKit(profileWords);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and no flow of its own
    <div className="ark-profile__by" role="group" aria-label={t('profile.by')}>
      {profileDimensions.map((each) => (
        <button
          key={each}
          type="button"
          className="ark-profile__dimension"
          aria-pressed={each === by}
          onClick={() => onBy(each)}
        >
          <span>{t(`profile.by.${each}`)}</span>
        </button>
      ))}
    </div>
  );
}

interface TableProps extends Pick<SessionProfileProps, 'query' | 'onSearch'> {
  profile: Profile;
  cwd: string | undefined;
}

function Table({ profile, cwd, query, onSearch }: TableProps): ReactElement {
  const { t } = useKit(profileWords);
  const columns = columnsOf(profile);
  const [sort, setSort] = useState<ProfileSort>({ column: columns[0] ?? 'calls', order: 'descending' });
  const [shown, setShown] = useState(shownRows);
  const rows = useMemo(() => sortRows(profile.rows, sort), [profile, sort]);
  const seen = rows.slice(0, shown);
  const names = useMasked(useMemo(() => rows.slice(0, shown).map(({ name }) => name), [rows, shown]));
  // The bars of what the rows are sorted by; by name, of the first column.
  const barred = sort.column === 'name' ? (columns[0] ?? 'calls') : sort.column;
  const longest = rows.reduce(
    (most, row) => Math.max(most, row.name === undefined ? 0 : (amountIn(row, barred) ?? 0)),
    0,
  );
  if (rows.length === 0) return <p className="ark-profile__note">{t('profile.empty')}</p>;
  return (
    <>
      <table className="ark-profile__table">
        <thead>
          <tr>
            <Head column="name" label={t(`profile.by.${profile.by}`)} {...{ sort, setSort }} />
            {columns.map((column) => (
              <Head key={column} column={column} label={t(`profile.${column}`)} {...{ sort, setSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {seen.map((row, n) => {
            const name = names[n];
            const term = name === undefined || row.query === undefined ? undefined : exactTerm(profile.by, name);
            return (
              <tr key={row.name ?? ''} data-pressed={term !== undefined && term === query ? '' : undefined}>
                <th scope="row" className="ark-profile__name">
                  <RowName by={profile.by} {...{ name, cwd, term, query, onSearch }} />
                </th>
                {columns.map((column) => (
                  <td key={column} className="ark-profile__figure" data-column={column}>
                    {column === barred ? <Bar share={(amountIn(row, column) ?? 0) / longest} /> : null}
                    <Figure figures={row} column={column} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="ark-profile__name">
              {t('profile.all')}
            </th>
            {columns.map((column) => (
              <td key={column} className="ark-profile__figure" data-column={column}>
                <Figure figures={profile.all} column={column} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {rows.length <= shown ? null : (
        <ActionButton
          label={t('profile.more', { n: Math.min(moreRows, rows.length - shown) })}
          onClick={() => setShown(shown + moreRows)}
        />
      )}
    </>
  );
}

interface HeadProps {
  column: ProfileSort['column'];
  label: string;
  sort: ProfileSort;
  setSort: (sort: ProfileSort) => void;
}

/** Sorts by its column when pressed, the most first; once more, the other way round. */
function Head({ column, label, sort, setSort }: HeadProps): ReactElement {
  const { t } = useKit(profileWords);
  const isSorted = sort.column === column;
  const first = column === 'name' ? 'ascending' : 'descending';
  const other = first === 'ascending' ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={column === 'name' ? 'ark-profile__name' : 'ark-profile__figure'}
      data-column={column}
      aria-sort={isSorted ? sort.order : undefined}
    >
      <button
        type="button"
        className="ark-profile__sort"
        title={column === 'name' ? undefined : t(`profile.${column}.why`)}
        onClick={() => setSort({ column, order: isSorted && sort.order === first ? other : first })}
      >
        {label}
        {isSorted ? <span aria-hidden="true">{sort.order === 'ascending' ? ' \u2191' : ' \u2193'}</span> : null}
      </button>
    </th>
  );
}

interface RowNameProps extends Pick<SessionProfileProps, 'query' | 'onSearch'> {
  by: ProfileDimension;
  name: string | undefined;
  cwd: string | undefined;
  term: string | undefined;
}

const ownWords = { ...profileWords, ...phasesWords };

function RowName({ by, name, cwd, term, query, onSearch }: RowNameProps): ReactElement {
  const { t } = useKit(ownWords);
  if (name === undefined) return <span className="ark-profile__none">{t(`profile.none.${by}`)}</span>;
  const label = <NameText by={by} name={name} cwd={cwd} />;
  if (onSearch === undefined || term === undefined) return label;
  const pressed = term === query;
  return (
    <button
      type="button"
      className="ark-profile__row"
      aria-pressed={pressed}
      title={t('profile.only')}
      onClick={() => onSearch(pressed ? undefined : term)}
    >
      {label}
    </button>
  );
}

function NameText({ by, name, cwd }: { by: ProfileDimension; name: string; cwd: string | undefined }): ReactElement {
  const { t } = useKit(phasesWords);
  switch (by) {
    case 'tool':
      return <ToolName name={name} />;
    case 'file':
      return <PathText path={relativePath(name, cwd)} />;
    case 'phase':
      return <span>{t(`phase.${name as 'explore'}`)}</span>;
    case 'agent':
      return <OneLine text={name} />;
    default:
      return <OneLine text={name} face="mono" />;
  }
}

/** A part of the longest, behind its figure. */
function Bar({ share }: { share: number }): ReactElement {
  // The rest, which has no name, may be longer than the longest.
  const width = Number.isFinite(share) ? Math.min(1, share) : 0;
  return <span className="ark-profile__bar" aria-hidden="true" style={{ '--ark-share': width } as CSSProperties} />;
}

function Figure({ figures, column }: { figures: ProfileFigures; column: ProfileColumn }): ReactElement | null {
  const { formatters } = useKit();
  const amount = amountIn(figures, column);
  if (amount === undefined) return null;
  switch (column) {
    case 'total':
    case 'self':
    case 'p95':
      return <>{amount === 0 ? null : formatters.duration(amount)}</>;
    case 'calls':
      return <>{formatters.number(amount)}</>;
    case 'failed':
      return amount === 0 ? null : <span className="ark-profile__failed">{formatters.number(amount)}</span>;
    case 'tokens':
      return <>{formatters.tokens(Math.round(amount))}</>;
    case 'cost':
      return <>{formatters.money(amount, figures.cost?.currency ?? 'USD')}</>;
    case 'lines':
      return amount === 0 ? null : (
        <ChangeCount added={figures.added} removed={figures.removed} moreRemoved={figures.moreRemoved} />
      );
  }
}

/** By which prices a cost was worked out, and what it leaves out. */
function CostNote({ profile }: { profile: Profile }): ReactElement | null {
  const { t } = useKit(profileWords);
  const { cost } = profile.all;
  if (cost === undefined) return null;
  const parts = [
    cost.date === undefined ? t('profile.said') : t('profile.priced', { date: cost.date }),
    ...(cost.unpriced === 0 ? [] : [t('profile.unpriced', { n: cost.unpriced })]),
  ];
  return <p className="ark-profile__note">{parts.join(' \u00b7 ')}</p>;
}
