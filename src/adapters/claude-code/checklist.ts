import type { PlanItem } from '../../session/index.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

type Status = PlanItem['status'];

function statusOf(value: unknown): Status {
  return value === 'in_progress' || value === 'completed' ? value : 'pending';
}

/** An entry of `TodoWrite` (old and new form) or of a task list. */
export function readPlanItem(entry: unknown): PlanItem | undefined {
  if (!isJsonObject(entry)) return undefined;
  const text = field.text(entry, 'content') ?? field.text(entry, 'subject');
  if (text === undefined) return undefined;
  const active = field.text(entry, 'activeForm');
  const id = field.text(entry, 'id');
  return {
    text,
    status: statusOf(entry.status),
    ...(id === undefined ? {} : { item_id: id }),
    ...(active === undefined ? {} : { active_text: active }),
  };
}

/** A session's task list, which `TaskCreate`, `TaskUpdate` and reminders change entry by entry. */
export class Checklist {
  private readonly tasks = new Map<string, PlanItem>();

  items(): PlanItem[] {
    return [...this.tasks.values()];
  }

  create(id: string, input: JsonObject): void {
    const active = field.text(input, 'activeForm');
    this.tasks.set(id, {
      text: field.text(input, 'subject') ?? field.text(input, 'description') ?? id,
      status: 'pending',
      item_id: id,
      ...(active === undefined ? {} : { active_text: active }),
    });
  }

  /** Returns whether anything changed. A task that the log never created has only its number as a name. */
  update(input: JsonObject): boolean {
    const id = field.text(input, 'taskId') ?? field.text(input, 'task_id');
    if (id === undefined) return false;
    if (input.status === 'deleted') return this.tasks.delete(id);
    const before = this.tasks.get(id) ?? { text: `#${id}`, status: 'pending', item_id: id };
    const text = field.text(input, 'subject') ?? before.text;
    const active = field.text(input, 'activeForm') ?? before.active_text;
    const status = input.status === undefined ? before.status : statusOf(input.status);
    this.tasks.set(id, { ...before, text, status, ...(active === undefined ? {} : { active_text: active }) });
    return true;
  }

  /** Replaces the whole list; returns whether it differs from the previous one. */
  replace(entries: readonly unknown[]): boolean {
    const before = JSON.stringify(this.items());
    this.tasks.clear();
    for (const item of entries.map(readPlanItem)) {
      if (item !== undefined) this.tasks.set(item.item_id ?? item.text, item);
    }
    return JSON.stringify(this.items()) !== before;
  }
}
