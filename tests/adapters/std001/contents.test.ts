import { describe, expect, it } from 'vitest';
import { convertSource, createSample, detectFormat, toSession } from '../../../src/adapters/index.ts';
import { hashBytes } from '../../../src/adapters/sha256.ts';
import { std001 } from '../../../src/adapters/std001/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { callOf, kept, sessionOf } from '../../session/fixtures.ts';

const whole = `first line of many\n${'between the first and the last\n'.repeat(1000)}last line of many`;
const short = `${whole.slice(0, 30)}\n[… 30951 characters omitted here; the whole text is in the session's content folder …]\n${whole.slice(-20)}`;
const picture = new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]);

function refOf(pointer: string, bytes: Uint8Array, ending: string) {
  const sha256 = hashBytes(bytes);
  const path = `memo.content/${sha256.slice(0, 32)}.${ending}`;
  return { ref: { pointer, sha256, bytes: bytes.length, lines: 1, path }, file: fileOf(path, bytes) };
}

const text = refOf('/output/result/text', new TextEncoder().encode(whole), 'txt');
const image = refOf('/output/result/attachments/0', picture, 'png');
const result = { display: 'a', text: short, attachments: [{ kind: 'image', media_type: 'image/png', bytes: 8 }] };
const call = callOf('tool-001', { output: { status: 'success', result }, content_refs: [image.ref, text.ref] });

/** Converts a session with these calls, together with the files beside it. */
async function convert(calls: readonly unknown[], beside: readonly ReturnType<typeof fileOf>[]) {
  const json = JSON.stringify(sessionOf({ schema_version: '3.1', tool_calls: calls, events: [], sub_sessions: [] }));
  const { sessions, account, diagnostics } = await convertSource(std001, {
    files: [fileOf('memo.json', json), ...beside],
  });
  const [converted] = sessions;
  if (converted === undefined) throw new Error('no session');
  const codes = [...diagnostics, ...converted.diagnostics].map(({ code }) => code);
  return { session: toSession(converted.session), contents: converted.contents, account, codes };
}

describe('the content folder of a session', () => {
  it('is recognised by its name, whatever its files contain', () => {
    const { best } = detectFormat(
      createSample(`a/${text.ref.path}`, new TextEncoder().encode('{"type":"user"}'), false),
    );
    expect(best?.adapter.descriptor.id).toBe('std001');
    expect(best?.detection.role).toEqual({ is: 'part', key: 'a/memo.json' });
    expect(std001.detect(createSample('memo.content/readme.txt', new Uint8Array(), false)).grade).toBe('no');
  });

  it('is adopted with the same texts and attachments, under the same references', async () => {
    const { session, contents, account, codes } = await convert([call], [image.file, text.file]);
    expect(codes).not.toContain('missing-content');
    const again = session.tool_calls[0]?.content_refs ?? [];
    const here = { path: expect.stringMatching(/^2026-02-01-001-memo\.content\/[0-9a-f]{32}\.(png|txt)$/) };
    expect(again).toEqual([
      { ...image.ref, ...here },
      { ...text.ref, ...here, lines: 1002 },
    ]);
    expect(contents.map(({ bytes }) => hashBytes(bytes)).sort()).toEqual([image.ref.sha256, text.ref.sha256].sort());
    expect(kept(session.tool_calls[0])).toEqual({});
    expect(account).toMatchObject({ records: 4, converted: 4 });
  });

  it('is not used for a reference with another size or hash', async () => {
    for (const wrong of [{ bytes: 7 }, { sha256: '0'.repeat(64) }]) {
      const refs = [{ ...text.ref, ...wrong }];
      const { session, codes, account } = await convert([{ ...call, content_refs: refs }], [text.file]);
      expect(codes).toContain('missing-content');
      expect(session.tool_calls[0]?.output.result?.text).toBe(short);
      expect(kept(session.tool_calls[0])).toEqual({ content_refs: refs });
      expect(account.ignored).toEqual({ unused_content: 1 });
    }
  });

  it('restores only shortened texts, wherever a reference points', async () => {
    const pointers = [
      '/call_id',
      '/tool_name',
      '/output/result/display',
      '/__proto__/polluted',
      '/input',
      '/none/there',
      '',
    ];
    const refs = pointers.map((pointer) => ({ ...text.ref, pointer }));
    const { session, codes } = await convert([{ ...call, content_refs: refs }], [text.file]);
    expect(codes).toContain('missing-content');
    expect(session.tool_calls[0]).toMatchObject({ call_id: 'tool-001', tool_name: 'Read' });
    expect(session.tool_calls[0]?.output.result).toMatchObject({ display: 'a', text: short });
    expect({}).not.toHaveProperty('polluted');
  });

  it('without its session is dropped with a reason', async () => {
    const { sessions, account, diagnostics } = await convertSource(std001, { files: [text.file] });
    expect(sessions).toEqual([]);
    expect(account).toMatchObject({ records: 1, dropped: 1 });
    expect(diagnostics).toMatchObject([{ code: 'missing-companion', at: { file: text.file.name } }]);
  });
});
