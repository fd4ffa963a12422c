import { type FileTouch, touchesOf } from '../../session/facts/callFiles.ts';
import type { ToolCall } from '../../session/index.ts';
import { outcomeOf } from '../judgeItem.ts';

/** What a call can be to a link. */
export interface CallRole {
  /** Whether it can have used something: checklists only repeat. */
  readonly uses: boolean;
  /**
   * Whether its result can have been used. What an edit or a checklist confirms cannot, unless the source says that it
   * contributed; what a rewind left behind was not there any more.
   */
  readonly contributes: boolean;
  /** The files it reads or changes, by its parameters and patches. */
  readonly touches: readonly FileTouch[];
}

/** Says which ends of a link a call can be. */
export function callRole(call: ToolCall): CallRole {
  const touches = touchesOf(call);
  const outcome = outcomeOf(call);
  const gaveBack = outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown';
  const confirms = call.tool_category === 'task_management' || touches.some(({ access }) => access !== 'read');
  return {
    uses: call.tool_category !== 'task_management',
    contributes: gaveBack && call.branch === undefined && (!confirms || call.context_contribution !== undefined),
    touches,
  };
}
