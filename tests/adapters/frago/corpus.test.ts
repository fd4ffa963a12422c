import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { frago, readFragoEntities, toolCallRecords, validateFrago } from '../../../src/adapters/frago/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus');
const there = existsSync(join(corpus, 'frago'));

interface Step {
  type: string;
  content_summary: string;
  tool_name?: string | null;
}

/** The folders of the stores, with the transcript that each was made from. */
const stores: readonly [string, string][] = (
  [
    [
      '03-written-2025-12/claude/4379d1bf-ccb1-414e-a856-9791b73f3af2',
      '06-me-next/-Users-dain-workspace-danieldemmel-me-next/4379d1bf-ccb1-414e-a856-9791b73f3af2.jsonl',
    ],
    [
      '03-written-2025-12/claude/7acd37a8-2745-4b58-a8a9-46164b22ad9e',
      '07-jssoundrecorder/-Users-dain-workspace-JSSoundRecorder/7acd37a8-2745-4b58-a8a9-46164b22ad9e.jsonl',
    ],
    [
      '03-written-2025-12/claude/9e953218-585f-4692-89df-9e0747a31c68',
      '06-me-next/-Users-dain-workspace-danieldemmel-me-next/9e953218-585f-4692-89df-9e0747a31c68.jsonl',
    ],
    ['03-written-2025-12/claude/b90b1f0d-a621-4cd9-ab50-9f3bb6ff4c35', '31-sanand0-1.0.128/claude.jsonl'],
    ['04-written-2025-12-running/claude/33c772d9-b322-4f61-a37d-7d5634a80b45', '32-will-it-rain/claude.jsonl'],
    ['05-written-2026-04/claude/1321587a-7c75-494a-8e66-6a7e33d79fdf', '33-vestig-2.0.69/session.jsonl'],
    [
      '05-written-2026-04/claude/256ba646-2c15-437a-98e9-4171aafd030e',
      '04-claude-p/-src-experiments-claude_p/256ba646-2c15-437a-98e9-4171aafd030e.jsonl',
    ],
    [
      '05-written-2026-04/claude/29ccd257-68b1-427f-ae5f-6524b7cb6f20',
      '04-claude-p/-src-experiments-claude_p/29ccd257-68b1-427f-ae5f-6524b7cb6f20.jsonl',
    ],
    [
      '05-written-2026-04/claude/2b4ed4c0-b905-41de-9238-273db3ec737a',
      '04-claude-p/-src-experiments-claude_p/2b4ed4c0-b905-41de-9238-273db3ec737a.jsonl',
    ],
    ['05-written-2026-04/claude/4799f814-b4e5-4026-a103-c25a2d038398', '27-packmind/full.jsonl'],
    [
      '05-written-2026-04/claude/a7da6a22-facc-4fcd-8bab-f83c87862004',
      '05-deep-manifest/-src-deep-manifest/a7da6a22-facc-4fcd-8bab-f83c87862004.jsonl',
    ],
  ] as const
).map(([store, transcript]) => [`frago/${store}`, `claude-code/${transcript}`]);

const filesOf = (folder: string) =>
  listFiles(join(corpus, folder)).map((name) => fileOf(`${folder}/${name}`, readFileSync(join(corpus, folder, name))));

const stepsOf = (folder: string): Step[] =>
  readFileSync(join(corpus, folder, 'steps.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

async function convertStore(folder: string): Promise<Session> {
  const { sessions, account } = await convertSource(frago, { files: filesOf(folder) });
  expect(account).toMatchObject({ unknown: 0, dropped: 0, ignored: {} });
  const [first] = sessions;
  if (first === undefined) throw new Error(`No session came of ${folder}.`);
  return toSession(first.session);
}

async function convertTranscript(path: string): Promise<Session> {
  const { sessions } = await convertSource(claudeCode, { files: [fileOf(path, readFileSync(join(corpus, path)))] });
  const [first] = sessions;
  if (first === undefined) throw new Error(`No session came of ${path}.`);
  return toSession(first.session);
}

/** Whether a text equals the other one, or is its truncated beginning. */
const begins = (text: string, whole: string): boolean =>
  text === whole || (text.endsWith('...') && whole.startsWith(text.slice(0, -3)));

describe.skipIf(!there)('Frago stores of the corpus (skipped where it is absent)', () => {
  it('are all covered', () => {
    const folders = listFiles(join(corpus, 'frago')).filter((path) => path.endsWith('steps.jsonl'));
    expect(folders.map((path) => `frago/${path.slice(0, -'/steps.jsonl'.length)}`).sort()).toEqual(
      stores.map(([store]) => store).sort(),
    );
  });

  it.each(stores)('%s is converted completely', async (folder) => {
    const session = await convertStore(folder);
    const steps = stepsOf(folder);
    expect(session.tool_calls).toHaveLength(steps.filter(({ type }) => type === 'tool_call').length);
    expect(session.tool_calls.filter(({ outcome }) => outcome === 'unanswered')).toHaveLength(
      steps.filter(({ type }) => type === 'tool_call').length -
        steps.filter(({ type }) => type === 'tool_result').length,
    );
    expect(session.status).toBe(folder.includes('running') ? 'in_progress' : 'success');
    const replies = steps.filter(
      ({ type, content_summary }) => type.startsWith('assistant') && !content_summary.startsWith('('),
    );
    expect(
      session.events.flatMap((event) => (event.type === 'message' && event.role === 'assistant' ? [event.text] : [])),
    ).toEqual(replies.map(({ content_summary }) => content_summary));
  });

  it.each(stores)('%s agrees with its transcript, call by call', async (folder, path) => {
    const digest = (await convertStore(folder)).tool_calls;
    const whole = (await convertTranscript(path)).tool_calls;
    expect(digest.map(({ tool_name }) => tool_name)).toEqual(whole.map(({ tool_name }) => tool_name));
    let paired = 0;
    for (const [index, call] of digest.entries()) {
      const other = whole[index];
      expect(call.started_at).toBe(other?.started_at);
      for (const [name, value] of Object.entries(call.input.params)) {
        expect(begins(String(value), String(other?.input.params[name])), `${call.call_id} ${name}`).toBe(true);
      }
      // Early stores do not say which of several parallel calls a result answers, so such a pair is marked as inferred.
      if (call.inferred?.includes('output') === true) continue;
      paired += 1;
      // The transcript says when a background command really ended.
      if (call.output.result?.display?.startsWith('Command running in background') === true) continue;
      expect(call.ended_at, call.call_id).toBe(other?.ended_at);
    }
    const withIds = folder.includes('05-written');
    expect(paired).toBeGreaterThanOrEqual(withIds ? digest.length : Math.floor(digest.length / 20));
  });

  it("gives the transcripts' outcome for at least 95 of 100 texts", async () => {
    let calls = 0;
    let same = 0;
    for (const [folder, path] of stores) {
      const digest = (await convertStore(folder)).tool_calls.filter(
        ({ inferred }) => inferred?.includes('output') !== true,
      );
      const byStart = new Map(
        (await convertTranscript(path)).tool_calls.map((call) => [`${call.started_at} ${call.tool_name}`, call]),
      );
      for (const call of digest) {
        calls += 1;
        if (byStart.get(`${call.started_at} ${call.tool_name}`)?.output.status === call.output.status) same += 1;
      }
    }
    expect(calls).toBeGreaterThan(500);
    expect(same / calls).toBeGreaterThan(0.95);
  });

  it.each(stores)('%s is replaced by its transcript if that is among the files', async (folder, path) => {
    const files = [...filesOf(folder), fileOf(path, readFileSync(join(corpus, path)))];
    const joined = [{ format: 'claude-code', files: [files.length - 1] }];
    const { sessions, account } = await convertSource(frago, { files, joined });
    const session = sessions[0] === undefined ? undefined : toSession(sessions[0].session);
    const alone = await convertTranscript(path);
    expect(account.ignored.transcript_used).toBe(stepsOf(folder).length);
    expect(session?.tool_calls).toHaveLength(alone.tool_calls.length);
    expect(session?.tool_calls.every(({ source_ref }) => source_ref?.source === files.length - 1)).toBe(true);
    expect(session?.agent).toEqual(alone.agent);
    expect(session?.usage).toEqual(alone.usage);
    expect(session?.extensions?.frago).toMatchObject({
      converted_from: 'transcript',
      metadata: { status: expect.any(String) },
    });
    expect(session?.provenance?.diagnostics).toMatchObject({ 'transcript-used': 1 });
  });

  it.each(stores)('%s breaks no rule that its versions of the data model kept', async (folder) => {
    const entities = await readFragoEntities({ files: filesOf(folder) });
    const toolCalls = toolCallRecords(entities.steps as Parameters<typeof toolCallRecords>[0]);
    const found = validateFrago(
      { ...entities, toolCalls },
      { directoryExists: () => true, now: Date.parse('2027-01-01T00:00:00Z') },
    );
    const codes = new Set(found.map(({ code }) => code));
    // Later versions write complete texts, and the monitor may start after the first record.
    for (const allowed of ['text-too-long', 'time-outside-run', 'stale-session'] as const) codes.delete(allowed);
    expect([...codes]).toEqual([]);
    const summary = entities.summary as
      | { tool_success_count: number; tool_error_count: number; tool_call_count: number }
      | undefined;
    expect(toolCalls).toHaveLength(
      summary?.tool_call_count ?? stepsOf(folder).filter(({ type }) => type === 'tool_call').length,
    );
  });
});
