import { type ReactElement, useMemo } from 'react';
import type { ContentRef, ToolCall } from '../../session/index.ts';
import { countLines } from '../../session/text/lines.ts';
import { detailWords } from '../language/english/detail.ts';
import { JsonView } from '../shared/code/JsonView.tsx';
import { isJsonParent, readJsonParent } from '../shared/code/jsonRows.ts';
import { DownloadLink } from '../shared/DownloadLink.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';
import { LoadButton } from '../terminal-output/TerminalBody.tsx';
import type { Whole } from '../terminal-output/useTerminal.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ParamValue}. */
export interface ParamValueProps {
  value: unknown;
  /** Its name, to assistive technology. */
  label: string;
  /** Only how much it is, because it is shown elsewhere. @default false */
  brief?: boolean;
}

const fold = { head: 8, tail: 3 };
const encoder = new TextEncoder();

/** What JSON fits on a line stays on it. */
const shortJson = 60;

function json(value: unknown): string {
  const short = JSON.stringify(value) ?? String(value);
  return short.length <= shortJson ? short : JSON.stringify(value, null, 2);
}

/** A parameter: a text as it is, folded where it is long; an object or a list, also one that is written as a text, as a tree. */
export function ParamValue({ value, label, brief = false }: ParamValueProps): ReactElement {
  const { t, formatters } = useKit();
  const text = typeof value === 'string' ? value : json(value);
  const parent = useMemo(
    () => (typeof value === 'string' ? readJsonParent(value) : isJsonParent(value) ? value : undefined),
    [value],
  );
  if (brief) {
    return (
      <span className="ark-detail__brief">
        {t('text.lines', { n: countLines(text) })}
        <span className="ark-detail__quiet">{` \u00b7 ${formatters.bytes(encoder.encode(text).length)}`}</span>
      </span>
    );
  }
  if (text === '') return <span className="ark-detail__quiet">{t('text.empty')}</span>;
  const plain = <LongText text={text} fold={fold} />;
  if (parent === undefined || text.length <= shortJson) return plain;
  return (
    <JsonView value={parent} label={label}>
      {plain}
    </JsonView>
  );
}

/** What every section of a call's detail is given. */
export interface DetailPart {
  call: ToolCall;
  level: 3 | 4 | 5;
  scope: ItemScope | undefined;
}

/** Fields of a result that have a place of their own in the detail. */
const shownElsewhere = new Set(['display', 'text', 'stderr', 'patches', 'attachments', 'exit_code']);

/** A field of a result. */
export interface ResultField {
  readonly name: string;
  readonly value: unknown;
}

/** Whatever else a result holds, field by field: the standard leaves it open, and nothing of it is hidden. */
export function resultFields({ output: { result } }: ToolCall): ResultField[] {
  return Object.entries(result ?? {}).flatMap(([name, value]) =>
    shownElsewhere.has(name) || value === undefined || value === null ? [] : [{ name, value }],
  );
}

interface CutNoteProps {
  call: ToolCall;
  content: ContentRef | undefined;
  whole: Whole;
  scope: ItemScope | undefined;
}

/** Says who cut a text: the source, whose rest is lost, or the kit, whose rest is beside the session. */
export function CutNote({ call, content, whole, scope }: CutNoteProps): ReactElement | null {
  const { t, formatters } = useKit(detailWords);
  if (content === undefined)
    return call.output.truncated === true ? <p className="ark-detail__note">{t('detail.cutBySource')}</p> : null;
  const href = scope?.contentUrl?.(content);
  return (
    <p className="ark-detail__note">
      {whole.state === 'loaded'
        ? null
        : t('detail.shortened', { n: content.lines, size: formatters.bytes(content.bytes) })}{' '}
      <LoadButton whole={whole} /> {href === undefined ? null : <DownloadLink href={href} content={content} />}
    </p>
  );
}
