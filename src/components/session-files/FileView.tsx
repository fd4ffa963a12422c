import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import {
  type FileHistory,
  type FileStep,
  type LineOrigin,
  lineOrigin,
  netChangeAt,
  type Position,
  promptBefore,
  type SessionIndex,
} from '../../replay/index.ts';
import { doubtedFiles, netChangeSteps } from '../../replay/internal.ts';
import { ContextLinkList } from '../context-links/ContextLinkList.tsx';
import { DiffView } from '../diff-view/DiffView.tsx';
import type { DiffLineNumber } from '../diff-view/diffRows.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { filesWords } from '../language/english/files.ts';
import { notesWords } from '../language/english/notes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ItemLink } from '../shared/ArgumentText.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { PathText } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { markOf } from './FileTree.tsx';
import type { FileAt } from './useFiles.ts';

/** A line of the change of a file: before the session, or as it stood once an item had happened. */
export interface FileLine {
  /** Id of the item. */
  readonly item: string;
  readonly path: string;
  readonly side: 'old' | 'new';
  /** 1-based. */
  readonly line: number;
}

/** How a reader looks at a file. */
export interface FileLook {
  /** Whether all of its lines are shown, not only those near a change. */
  readonly whole: boolean;
  /** The chosen line, by its identity: its number changes when others move it. */
  readonly line: number | undefined;
}

interface FileViewProps {
  index: SessionIndex;
  position: Position;
  file: FileAt;
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
  onStep: ((id: string) => void) | undefined;
  noted: readonly FileLine[] | undefined;
  onNote: ((line: FileLine) => void) | undefined;
  headingLevel: 2 | 3 | 4 | 5;
  /** A line to choose when another is given. */
  line: FileLine | undefined;
  look: FileLook;
  onLook: (change: (before: FileLook) => FileLook) => void;
}

const ownWords = { ...filesWords, ...notesWords };

/** The line of a file at a note's place, which keeps its identity when others move it. */
function lineOf(index: SessionIndex, { content }: FileHistory, { item, side, line }: FileLine): number | undefined {
  const at = index.itemById(item)?.index ?? -1;
  return (side === 'old' ? content.base : content.stateAt(at)).lines[line - 1];
}

/** Where a line stands after an item: in the file then, or before the session. */
function numberOfLine({ content }: FileHistory, after: number, line: number): DiffLineNumber | undefined {
  const now = content.stateAt(after).lines.indexOf(line);
  if (now !== -1) return { side: 'new', number: now + 1 };
  const before = content.base.lines.indexOf(line);
  return before === -1 ? undefined : { side: 'old', number: before + 1 };
}

/** One file at a position: its steps, and the origin of each line. */
export function FileView({
  index,
  position,
  file,
  scope,
  onSelect,
  onStep,
  noted,
  onNote,
  line: given,
  look,
  onLook,
  headingLevel,
}: FileViewProps): ReactElement {
  const { t } = useKit(ownWords);
  const { history, net: changed } = file;
  useInSlices(useMemo(() => () => netChangeSteps(history), [history]));
  const { line: chosen } = look;
  const whole = look.whole || changed === undefined;
  const last = file.reached.findLast(({ isDone }) => isDone)?.item ?? -1;
  const net = useMemo(
    () => netChangeAt(history, { item: last }, whole ? { context: Number.POSITIVE_INFINITY } : {}),
    [history, last, whole],
  );
  const line = useMemo(
    () => (chosen === undefined ? undefined : numberOfLine(history, last, chosen)),
    [history, last, chosen],
  );
  useEffect(() => {
    if (given?.path !== history.path) return;
    const line = lineOf(index, history, given);
    onLook((before) => ({ ...before, line }));
  }, [index, history, given, onLook]);
  const marked = useMemo(
    () =>
      (noted ?? []).flatMap((each) => {
        const of = each.path === history.path ? lineOf(index, history, each) : undefined;
        return (of === undefined ? undefined : numberOfLine(history, last, of)) ?? [];
      }),
    [index, history, last, noted],
  );
  const origin = line && lineOrigin(history, position, line);
  const choose = ({ side, number }: DiffLineNumber): void => {
    const { lines } = side === 'old' ? history.content.base : history.content.stateAt(last);
    onLook((before) => ({ ...before, line: lines[number - 1] }));
  };
  const hasLines = net?.hunks.some(({ lines }) => lines.length > 0) === true;
  return (
    <div className="ark-files__view">
      <Steps {...{ index, position, file, onStep }}>
        {changed === undefined || !hasLines ? null : (
          <ActionButton
            label={t(whole ? 'files.net' : 'files.whole')}
            onClick={() => onLook((before) => ({ ...before, whole: !whole }))}
          />
        )}
      </Steps>
      {hasLines ? null : (
        <div className="ark-files__note">
          <PathText path={file.path} />
        </div>
      )}
      <Notes {...{ index, position, file, scope, onSelect }} />
      {net === undefined || !hasLines ? (
        <p className="ark-files__note">
          {t(changed === undefined || changed.isPartial ? 'files.notInLog' : sameWord(changed.change))}
        </p>
      ) : (
        <>
          <DiffView
            className="ark-files__diff"
            source={net}
            defaultLayout="split"
            cwd={scope?.cwd}
            line={line}
            onLine={choose}
            noted={marked}
          />
          {line === undefined || onNote === undefined ? null : (
            <div className="ark-files__note">
              <ActionButton
                icon="note"
                label={t('notes.onThisLine')}
                onClick={() => {
                  const item = index.items[last]?.id ?? '';
                  onNote({ item, path: history.path, side: line.side, line: line.number });
                }}
              />
            </div>
          )}
          <Origin {...{ index, origin, scope, onSelect, headingLevel }} />
        </>
      )}
    </div>
  );
}

function sameWord(change: string): 'files.gone' | 'files.back.same' {
  return change === 'deleted' ? 'files.gone' : 'files.back.same';
}

/** The steps of a file, with buttons to the changes before and after the playhead. */
function Steps({
  index,
  position,
  file: { history, reached },
  onStep,
  children,
}: Pick<FileViewProps, 'index' | 'position' | 'file' | 'onStep'> & { children: ReactNode }): ReactElement {
  const { t } = useKit(filesWords);
  const { steps } = history;
  const go = (step: FileStep | undefined): (() => void) | undefined => {
    const id = index.items[step?.item ?? -1]?.id;
    return id === undefined || onStep === undefined ? undefined : () => onStep(id);
  };
  const changes = steps.filter(({ access, outside }) => access === 'change' || outside !== undefined);
  const here = reached.at(-1)?.item ?? -1;
  const before = changes.findLast(({ item }) => item < (position.item === here ? here : here + 1) && item !== here);
  const after = changes.find(({ item }) => item > position.item);
  return (
    <div className="ark-files__steps">
      {onStep === undefined ? null : (
        <>
          <ActionButton
            look="icon"
            icon="chevronLeft"
            label={t('files.previous')}
            aria-disabled={before === undefined}
            onClick={go(before)}
          />
          <ActionButton
            look="icon"
            icon="chevronRight"
            label={t('files.next')}
            aria-disabled={after === undefined}
            onClick={go(after)}
          />
        </>
      )}
      <span className="ark-figures">{t('files.step', { at: reached.length, n: steps.length })}</span>
      <span className="ark-files__all-steps" aria-hidden="true">
        {steps.slice(0, mostSteps).map((step, n) => (
          <span
            key={step.item}
            className="ark-files__mark"
            data-mark={markOf(step)}
            data-ahead={n < reached.length ? undefined : ''}
          />
        ))}
      </span>
      <span className="ark-files__tools">{children}</span>
    </div>
  );
}

/** Maximum number of marks that are drawn. */
const mostSteps = 80;

/** Warnings that a reader needs before trusting the text below. */
function Notes({
  index,
  position,
  file,
  scope,
  onSelect,
}: Pick<FileViewProps, 'index' | 'position' | 'file' | 'scope' | 'onSelect'>): ReactElement {
  const { t } = useKit(filesWords);
  const { history, net, reached } = file;
  const last = reached.at(-1)?.item ?? -1;
  const loose = history.content.loose.filter(({ by }) => by <= last).length;
  const outside = reached.findLast((step) => step.outside !== undefined);
  const suspect = outside?.outside?.suspect;
  const commanded = useMemo(
    () =>
      doubtedFiles(index, [history], { item: position.item })
        .find((each) => each.history === history)
        ?.items.at(-1),
    [index, history, position.item],
  );
  return (
    <>
      {net === undefined ? <p className="ark-files__note">{t('files.onlyRead')}</p> : null}
      {net?.base === 'unknown' ? (
        <p className="ark-files__note" data-unknown="">
          {t('files.unknown')}
        </p>
      ) : null}
      {history.base === 'partial' ? (
        <p className="ark-files__note" data-unknown="">
          {t('files.partial')}
        </p>
      ) : null}
      {loose === 0 ? null : (
        <p className="ark-files__note" data-unknown="">
          {t('files.loose', { n: loose })}
        </p>
      )}
      {commanded === undefined ? null : (
        <div className="ark-files__note" data-unknown="">
          <span>{t('files.commanded')}</span>
          <ItemLink {...{ index, item: commanded, scope, onSelect }} />
        </div>
      )}
      {outside === undefined ? null : (
        <div className="ark-files__note">
          <span>{t('files.outside')}</span>
          {suspect === undefined ? null : (
            <>
              <span>{t('files.suspect')}:</span>
              <ItemLink {...{ index, item: suspect, scope, onSelect }} />
            </>
          )}
        </div>
      )}
    </>
  );
}

/** Origin of the chosen line: who wrote it, on which prompt, and what that call used. */
function Origin({
  index,
  origin,
  scope,
  onSelect,
  headingLevel,
}: Pick<FileViewProps, 'index' | 'scope' | 'onSelect' | 'headingLevel'> & {
  origin: LineOrigin | undefined;
}): ReactElement {
  const { t } = useKit(filesWords);
  if (origin === undefined) return <p className="ark-files__origin ark-files__hint">{t('files.choose')}</p>;
  const { wroteIt, removedIt, showedIt, isOutside } = origin;
  const link = { index, scope, onSelect };
  const call = removedIt ?? (isOutside ? undefined : wroteIt);
  const prompt = call === undefined ? undefined : promptBefore(index, call);
  return (
    <section className="ark-files__origin" aria-label={t('files.origin')} aria-live="polite">
      <dl className="ark-files__facts">
        {wroteIt === undefined ? (
          <Fact name={t('files.before')}>{null}</Fact>
        ) : (
          <Fact name={t(isOutside ? 'files.seen' : 'files.wrote')}>
            <ItemLink {...link} item={wroteIt} />
          </Fact>
        )}
        {removedIt === undefined ? null : (
          <Fact name={t('files.removed')}>
            <ItemLink {...link} item={removedIt} />
          </Fact>
        )}
        {showedIt === undefined || wroteIt !== undefined ? null : (
          <Fact name={t('files.showed')}>
            <ItemLink {...link} item={showedIt} />
          </Fact>
        )}
        {prompt === undefined ? null : (
          <Fact name={t('files.asked')}>
            <ItemLink {...link} item={prompt} />
          </Fact>
        )}
      </dl>
      {call === undefined ? null : <ContextLinkList {...link} item={call} usedBy={false} headingLevel={headingLevel} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="ark-files__fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
