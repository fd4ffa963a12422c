import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionSchema, sessionV30Schema } from '../../src/session/index.ts';
import { annotationOf, callOf, parsed, sessionOf } from './fixtures.ts';

type Part = Record<string, unknown>;

const page = readFileSync(join(import.meta.dirname, '../../docs/std-001-3.1.md'), 'utf8');
const examples = [...page.matchAll(/^#{2,3} (.+)$|^```json\n([\s\S]*?)^```/gm)];

/** An example shows of a call or an annotation only what it is about: the rest is filled in. */
function fillIn(part: Part): Part {
  const parts = (name: string) => (part[name] as Part[] | undefined) ?? [];
  const calls = (list: Part[]) => list.map((call) => ({ ...callOf('x'), ...call }));
  return {
    ...parsed(sessionOf()),
    ...part,
    ...('tool_calls' in part ? { tool_calls: calls(parts('tool_calls')) } : {}),
    ...('phase_annotations' in part
      ? { phase_annotations: parts('phase_annotations').map((each) => ({ ...annotationOf('x', 'x'), ...each })) }
      : {}),
    sub_sessions: parts('sub_sessions').map((sub) => ({ ...sub, tool_calls: calls(sub.tool_calls as Part[]) })),
  };
}

describe('the examples of docs/std-001-3.1.md', () => {
  let heading = '';
  const named = examples.flatMap(([, title, json]) => {
    heading = title ?? heading;
    return json === undefined ? [] : [[heading, json] as const];
  });

  it('cover every section', () => expect(named.length).toBeGreaterThan(20));

  it.each(named)('are valid: %s', (_, json) => {
    const session = fillIn(JSON.parse(json) as Part);
    expect(sessionSchema.safeParse(session).error).toBeUndefined();
    expect(sessionV30Schema.safeParse(session).error).toBeUndefined();
  });
});

describe('docs/std-001-3.1.md', () => {
  it('names every field that 3.1 adds to the session', () => {
    const added = Object.keys(sessionSchema.shape).filter((name) => !Object.hasOwn(sessionV30Schema.shape, name));
    expect(added.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
