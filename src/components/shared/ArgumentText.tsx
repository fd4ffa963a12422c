import type { ReactElement } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { eventText } from '../../session/facts/eventText.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { type CallArgument, callArgument } from './call/callArgument.ts';
import type { ItemScope } from './itemPlace.ts';
import { OneLine } from './LogText.tsx';
import { LongText } from './LongText.tsx';
import { PathText, relativePath } from './PathText.tsx';
import { ToolName } from './ToolName.tsx';

/** Props of {@link ArgumentText}. */
export interface ArgumentTextProps {
  argument: CallArgument;
  /** Paths inside this folder are shown relative to it. */
  cwd?: string | undefined;
}

/** Where a search looked; undefined if that is the whole folder. */
function Where({ path, cwd }: { path: string | undefined; cwd: string | undefined }): ReactElement | null {
  const shown = path === undefined ? '.' : relativePath(path, cwd);
  if (shown === '.') return null;
  return (
    <span className="ark-argument__aside">
      <OneLine text={shown} face="mono" />
    </span>
  );
}

/** The main argument of a call on one line: a path whose file name is never cut, a command, or words. */
export function ArgumentText({ argument, cwd }: ArgumentTextProps): ReactElement | null {
  switch (argument.kind) {
    case 'none':
      return null;
    case 'path':
      return <PathText path={relativePath(argument.path, cwd)} lines={argument.lines} />;
    case 'code':
      return (
        <span className="ark-argument">
          <OneLine text={argument.text} face="mono" /> <Where path={argument.where} cwd={cwd} />
        </span>
      );
    case 'words':
      return (
        <span className="ark-argument">
          {argument.lead === undefined ? null : (
            <span className="ark-argument__lead">
              <OneLine text={argument.lead} />{' '}
            </span>
          )}
          <span className={argument.lead === undefined ? undefined : 'ark-argument__aside'}>
            <OneLine text={argument.text} />
          </span>
        </span>
      );
  }
}

interface ItemLinkProps {
  index: SessionIndex;
  /** Position in `index.items`. */
  item: number;
  scope: ItemScope | undefined;
  /** Called with the item's id; without it, it is not a link. */
  onSelect: ((id: string) => void) | undefined;
}

/** A call or an event on one line that leads there. */
export function ItemLink({ index, item: at, scope, onSelect }: ItemLinkProps): ReactElement | null {
  const item = index.items[at];
  const call = useMasked(item?.is === 'call' ? item.call : undefined);
  const event = useMasked(item?.is === 'event' ? item.event : undefined);
  if (item === undefined) return null;
  const subject = call ? (
    <>
      <ToolName name={call.tool_name} /> <ArgumentText argument={callArgument(call)} cwd={scope?.cwd} />
    </>
  ) : (
    <OneLine text={event === undefined ? '' : eventText(event)} />
  );
  if (onSelect === undefined) return <span className="ark-item-link">{subject}</span>;
  return (
    <button type="button" className="ark-line-button ark-item-link" onClick={() => onSelect(item.id)}>
      {subject}
    </button>
  );
}

interface CommandLineProps {
  command: string;
}

/** A command as a terminal shows it. The prompt cannot be selected. */
export function CommandLine({ command }: CommandLineProps): ReactElement {
  return (
    <div className="ark-command">
      <span className="ark-command__prompt ark-mono" aria-hidden="true">
        $
      </span>
      <LongText text={command} />
    </div>
  );
}
