import { describe, expect, it } from 'vitest';
import { indexSession } from '../../src/replay/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

function gapsOf(text: string) {
  return indexSession(sessionFromText(text)).axes.squeezed.gaps;
}

describe('findGaps', () => {
  it('finds ranges of over a minute in which nothing happens', () => {
    expect(gapsOf('0:00 user: go\n1:00 assistant: short\n3:00 assistant: long')).toEqual([
      { start: 60_000, end: 180_000, squeezedMs: 15_000 },
    ]);
  });

  it('begins a gap when the last of several parallel calls ends', () => {
    expect(gapsOf('0:00 Bash(a) 5m\n0:01 Bash(b) 10s\n10:00 assistant: done')).toEqual([
      { start: 300_000, end: 600_000, squeezedMs: 15_000 },
    ]);
  });

  it('finds no gap while a subagent works, whoever started it', () => {
    const text = `
      0:00 Task(background) 1s
        0:10 Bash(work) 9m
      10:00 assistant: done`;
    expect(gapsOf(text)).toEqual([]);
  });

  it('finds no gap while a call is unanswered in a session that is going on', () => {
    const items = '0:00 Bash(serve) unanswered\n10:00 assistant: still there';
    expect(gapsOf(`@ status in_progress\n${items}`)).toEqual([]);
    expect(gapsOf(items)).toHaveLength(1);
  });

  it('finds gaps again after a prompt, because a person who writes has an idle agent', () => {
    const text = `
      @ status in_progress
      0:00  Bash(serve) unanswered
      10:00 user: never mind`;
    expect(gapsOf(text)).toHaveLength(1);
  });

  it('takes threshold and length from the host', () => {
    const session = sessionFromText('0:00 user: a\n0:30 user: b');
    expect(indexSession(session, { thresholdMs: 10_000, squeezedMs: 100 }).axes.squeezed.gaps).toEqual([
      { start: 0, end: 30_000, squeezedMs: 100 },
    ]);
    expect(indexSession(session, { thresholdMs: 10_000, squeezedMs: 99_000 }).axes.squeezed.playbackDuration).toBe(
      30_000,
    );
  });

  it('keeps gaps at full length on the full axis', () => {
    const { full } = indexSession(sessionFromText('0:00 user: a\n9:00 user: b')).axes;
    expect(full.gaps).toEqual([]);
    expect(full.playbackDuration).toBe(540_000);
  });
});
