import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readToolSummary } from '../../../src/adapters/frago/calls.ts';

const none = { names: [], param: undefined, omitted: undefined, cut: false };

describe('summaries of tool calls', () => {
  it.each([
    ['[Bash] command=ls -la', { ...none, names: ['Bash'], param: { name: 'command', value: 'ls -la' } }],
    ['[Edit] file_path=/a=b.txt', { ...none, names: ['Edit'], param: { name: 'file_path', value: '/a=b.txt' } }],
    ['[Grep] pattern=[a-z] x', { ...none, names: ['Grep'], param: { name: 'pattern', value: '[a-z] x' } }],
    ['[TodoWrite] todos=...', { ...none, names: ['TodoWrite'], omitted: 'todos' }],
    ['[KillShell] (无参数)', { ...none, names: ['KillShell'] }],
    ['[Task] (complex parameters)', { ...none, names: ['Task'] }],
    ['[Read, mcp__wiki__get, Read]', { ...none, names: ['Read', 'mcp__wiki__get', 'Read'] }],
    ['[Read]', { ...none, names: ['Read'] }],
    ['no brackets', none],
    ['[never closed', none],
    ['', none],
  ])('reads %j', (text, summary) => {
    expect(readToolSummary(text)).toEqual(summary);
  });

  it('recognises a truncated parameter', () => {
    const shown = `command=${'x'.repeat(89)}...`;
    expect(readToolSummary(`[Bash] ${shown}`)).toMatchObject({ cut: true, param: { name: 'command' } });
    expect(readToolSummary(`[Bash] ${shown}.`)).toMatchObject({ cut: false });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => readToolSummary(`[${text}`) !== undefined));
  });
});
