import { shapeOf } from '../../session/index.ts';
import type { Detection, Sample } from '../contract.ts';
import { wholeObject } from '../read/createSample.ts';
import { contentFileOf } from './contents.ts';

/** Names of a session's lists that occur in every version, and in few other formats. */
const itemMarks = ['"tool_category"', '"phase_type"', '"tool_call_ids"', '"step_name"', '"tool_call_range"'];
const listMarks = ['"tool_calls"', '"phases"', '"steps"', '"phase_annotations"'];
const headMarks = ['"task_title"', '"user_prompt"', '"capability_snapshot"', '"created_at"'];

/** Recognises a session of STD-001 in any of its shapes: one JSON object with an id and calls, phases or steps. */
export function detect(sample: Sample): Detection {
  const { name, text } = sample;
  const content = contentFileOf(name);
  if (content !== undefined) {
    return {
      grade: 'certain',
      because: 'it lies in the content folder of a session',
      role: { is: 'part', key: content.session },
    };
  }
  const start = text.trimStart();
  if (!start.startsWith('{')) return { grade: 'no', because: 'it is not one JSON object' };
  const role = { is: 'primary', key: name } as const;
  const json = wholeObject(sample);
  if (json === undefined) {
    const because = marksIn(start);
    return because === undefined
      ? { grade: 'no', because: 'it has no marks of STD-001' }
      : { grade: 'likely', because, role };
  }
  const shape = shapeOf(json);
  if (shape === undefined) return { grade: 'no', because: 'it has no calls, phases or steps of STD-001' };
  const hasId = typeof json.session_id === 'string' && json.session_id !== '';
  const because = `it has the shape of STD-001 ${shape}`;
  if (hasId && (shape !== 'v3.0' || marksIn(start) !== undefined)) return { grade: 'certain', because, role };
  return hasId || marksIn(start) !== undefined
    ? { grade: 'likely', because: hasId ? because : `${because}, without an id`, role }
    : { grade: 'no', because: 'it has a list of calls, but neither an id nor a mark of STD-001' };
}

/** The marks of a session in a truncated or broken text. */
function marksIn(text: string): string | undefined {
  const found = (marks: readonly string[]) => marks.filter((mark) => text.includes(mark));
  const lists = found(listMarks);
  if (lists.length === 0) return undefined;
  const [head, items] = [found(headMarks), found(itemMarks)];
  const isSession = text.includes('"session_id"') || items.length > 0;
  if (!isSession || head.length + items.length < 2) return undefined;
  return `it says ${[...lists, ...items, ...head].slice(0, 4).join(', ')}`;
}
