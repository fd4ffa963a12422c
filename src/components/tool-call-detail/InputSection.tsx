'use client';
import type { ReactElement } from 'react';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CommandLine } from '../shared/CommandLine.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { fileChanges } from '../shared/call/fileChanges.ts';
import { Facts } from '../shared/Facts.tsx';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { ParamValue } from './ParamValue.tsx';
import type { DetailPart } from './part.ts';

const shownAsCommand = new Set(['command', 'cmd']);
const shownAsChange = new Set(['old_string', 'new_string', 'content', 'file_text', 'contents', 'edits']);

/** Props of {@link InputSection}. */
interface InputSectionProps extends DetailPart {
  /** Whether it is folded at first, because what it says is shown elsewhere; the reader unfolds it. @default false */
  folded?: boolean;
}

/** What a call was given: its command as a line of a terminal, its parameters by name. */
export function InputSection({ call, level, folded = false }: InputSectionProps): ReactElement {
  const { t } = useKit();
  const [open, toggle] = useOpen({ defaultOpen: !folded });
  const argument = callArgument(call);
  const command =
    toolFamily(call.tool_name) === 'terminal' && argument.kind === 'code' ? argument.text : call.input.raw_command;
  const changes = fileChanges(call).length > 0;
  const facts = Object.entries(call.input.params)
    .filter(([name, value]) => !(shownAsCommand.has(name) && value === command))
    .map(([name, value]) => ({
      name,
      value: <ParamValue value={value} brief={changes && shownAsChange.has(name)} />,
    }));
  const json = (): string => JSON.stringify(call.input.params, null, 2);
  return (
    <Section
      name="input"
      level={level}
      title={t(command === undefined ? 'detail.input' : 'detail.command')}
      actions={
        <>
          {folded ? (
            <ActionButton
              label={t(open ? 'detail.hideInput' : 'detail.showInput')}
              aria-expanded={open}
              onClick={toggle}
            />
          ) : null}
          {command === undefined ? null : <CopyButton text={command} />}
          <CopyButton text={json} label={t('copy.json')} />
        </>
      }
    >
      {!open || call.input.description === undefined ? null : (
        <div className="ark-detail__words">
          <LongText text={call.input.description} />
        </div>
      )}
      {!open || command === undefined ? null : <CommandLine command={command} />}
      {!open ? null : facts.length === 0 && command === undefined ? (
        <p className="ark-detail__quiet">{t('detail.noInput')}</p>
      ) : (
        <Facts facts={facts} />
      )}
    </Section>
  );
}
