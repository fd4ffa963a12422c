import { eventText } from '../../session/facts/eventText.ts';
import type { SessionEvent, ToolCall } from '../../session/index.ts';
import { memoize } from '../memoize.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';

/** For each item, in lower case, the text that a query looks through; made when first needed. */
export const itemTexts = memoize((index: SessionIndex) => index.items.map((item) => textOf(item).toLowerCase()));

/** What a row can show of an item: what it says, or the name, arguments and short result of a call. */
function textOf(item: ReplayItem): string {
  if (item.is === 'event') return textOfEvent(item.event);
  const checklist = item.plan === undefined ? [] : [textOfEvent(item.plan)];
  return [...textsOfCall(item.call), ...checklist].join('\n');
}

function textsOfCall({ tool_name, input, output, subagent_info }: ToolCall): string[] {
  const texts = [
    tool_name,
    input.description,
    input.raw_command,
    ...Object.values(input.params),
    output.result?.display,
    output.error,
    subagent_info?.subagent_type,
  ];
  return texts.filter((text) => typeof text === 'string');
}

function textOfEvent(event: SessionEvent): string {
  if (event.type === 'usage') return event.model ?? '';
  return event.type === 'unknown' ? event.record_type : eventText(event);
}
