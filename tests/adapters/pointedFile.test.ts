import { describe, expect, it } from 'vitest';
import { pointedSteps } from '../../src/adapters/groupSources.ts';

const id = '8322e722-9b7b-406d-bee4-88170b8c676b';

describe('paths in a log', () => {
  it.each([
    [`/home/x/.claude/projects/-p/${id}.jsonl`, `backup/${id}.jsonl`, 1],
    [`/home/x/.claude/projects/-p/${id}.jsonl`, `projects/-p/${id}.jsonl`, 3],
    [`C:\\Users\\x\\-p\\${id}.jsonl`, `-p/${id}.jsonl`, 2],
    [`~/-p/session.jsonl`, 'root/-p/session.jsonl', 2],
    [`/x/-p/session.jsonl`, 'root/-q/session.jsonl', 0],
    ['session.jsonl', 'root/session.jsonl', 0],
    ['raw.jsonl', 'raw.jsonl', 1],
    [`${id}.jsonl`, `a/b/${id}.jsonl`, 1],
    [`${id}.jsonl`, `a/b/other.jsonl`, 0],
    ['', 'a', 0],
    ['/', '', 0],
  ])('%s and %s share %s segments', (path, name, steps) => {
    expect(pointedSteps(path, name)).toBe(steps);
  });
});
