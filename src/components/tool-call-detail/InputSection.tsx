'use client';
import type { ReactElement } from 'react';
import { commandOf } from '../../session/facts/callTexts.ts';
import { fileChanges } from '../../session/facts/fileChanges.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CommandLine } from '../shared/CommandLine.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { Facts } from '../shared/Facts.tsx';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { type DetailPart, ParamValue } from './DetailParts.tsx';

const shownAsCommand = new Set(['command', 'cmd']);
const shownAsChange = new Set(['old_string', 'new_string', 'content', 'file_text', 'contents', 'edits']);

/** Props of {@link InputSection}. */
interface InputSectionProps extends DetailPart {
  /** Whether it is folded at first, because what it says is shown elsewhere; the reader unfolds it. @default false */
  folded?: boolean;
  /** Parameters that stand elsewhere. @default none */
  shown?: ReadonlySet<string> | undefined;
}

/** Minimum length, in characters, of a text that is not repeated under another name. */
const longParam = 40;

/** Parameters without those that stand elsewhere, and without a long text that another parameter has, too. */
function tellingParams(
  { input }: ToolCall,
  command: string | undefined,
  shown: ReadonlySet<string> | undefined,
): [string, unknown][] {
  const said = new Set<unknown>();
  return Object.entries(input.params).filter(([name, value]) => {
    if (shown?.has(name) === true || (shownAsCommand.has(name) && value === command)) return false;
    // Claude Code's messages name their recipient twice.
    if (name === 'recipient' && value === input.params.to) return false;
    if (name === 'description' && value === input.description) return false;
    if (typeof value !== 'string' || value.length < longParam) return true;
    const isNew = !said.has(value);
    said.add(value);
    return isNew;
  });
}

/** What a call was given: its command as a line of a terminal, its parameters by name. */
export function InputSection({ call, level, folded = false, shown }: InputSectionProps): ReactElement | null {
  const { t } = useKit(detailWords);
  const [open, toggle] = useOpen({ defaultOpen: !folded });
  const command = toolFamily(call.tool_name) === 'terminal' ? commandOf(call) : call.input.raw_command;
  const changes = fileChanges(call).length > 0;
  const facts = tellingParams(call, command, shown).map(([name, value]) => ({
    name,
    value: <ParamValue value={value} label={name} brief={changes && shownAsChange.has(name)} />,
  }));
  if (shown !== undefined && facts.length === 0 && command === undefined) return null;
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
      {!open || call.input.description === undefined || shown?.has('description') === true ? null : (
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
