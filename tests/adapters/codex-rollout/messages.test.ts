import { describe, expect, it } from 'vitest';
import { event, header, item, said, sessionFrom, textsOf } from './rolloutFrom.ts';

describe('messages', () => {
  it('include a prompt and a reply once, whichever record comes first', async () => {
    const session = await sessionFrom([
      header(),
      item(1, said('user', 'Hello')),
      event(1, { type: 'user_message', message: 'Hello' }),
      event(2, { type: 'agent_message', message: 'Hi.' }),
      item(2, said('assistant', 'Hi.')),
      event(3, { type: 'user_message', message: 'Again' }),
      item(3, said('user', 'Again')),
      item(4, said('assistant', 'Hi.')),
      event(4, { type: 'agent_message', message: 'Hi.' }),
    ]);
    expect(textsOf(session.events, 'message')).toEqual(['Hello', 'Hi.', 'Again', 'Hi.']);
    expect(session.provenance?.account.ignored).toEqual({ repeated_message: 4 });
  });

  it('include a prompt twice if it was said twice', async () => {
    const twice = [1, 2].flatMap((at) => [
      item(at, said('user', 'go on')),
      event(at, { type: 'user_message', message: 'go on' }),
    ]);
    expect(textsOf((await sessionFrom([header(), ...twice])).events, 'message')).toEqual(['go on', 'go on']);
  });

  it("have the editor's text before the prompt, as context", async () => {
    const text = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix it';
    const session = await sessionFrom([
      header(),
      item(1, said('user', text)),
      event(1, { type: 'user_message', message: text }),
    ]);
    expect(session.events).toMatchObject([
      { role: 'user', origin: 'context' },
      { role: 'user', text: 'Fix it' },
    ]);
    expect(session.user_prompt).toBe('Fix it');
  });

  it('name images by their marks, and report paths that only the event has', async () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };
    const content = [
      { type: 'input_text', text: '<image name=[Image #1]>' },
      image,
      { type: 'input_text', text: '</image>' },
      { type: 'input_text', text: 'Look' },
    ];
    const session = await sessionFrom([
      header(),
      item(1, { type: 'message', role: 'user', content }),
      event(1, { type: 'user_message', message: 'Look', local_images: ['/tmp/a.png'] }),
    ]);
    expect(session.events).toMatchObject([
      { type: 'message', text: 'Look', attachments: [{ kind: 'image', name: '[Image #1]', bytes: 3 }] },
      { type: 'notice', text: 'Images attached: /tmp/a.png' },
    ]);
  });

  it('include thinking once, and say where it is withheld', async () => {
    const summary = (...parts: string[]) => ({
      type: 'reasoning',
      summary: parts.map((text) => ({ type: 'summary_text', text })),
      encrypted_content: 'x',
    });
    const session = await sessionFrom([
      header(),
      event(1, { type: 'agent_reasoning', text: 'one' }),
      item(2, summary('one', 'two')),
      event(3, { type: 'agent_reasoning', text: 'two' }),
      item(4, summary()),
    ]);
    expect(session.events).toMatchObject([
      { type: 'thinking', text: 'one' },
      { type: 'thinking', text: 'two' },
      { type: 'thinking', omitted: true },
    ]);
  });

  it("include a proposed plan once, and a turn's last message if it is nowhere else", async () => {
    const session = await sessionFrom([
      header(),
      event(1, { type: 'task_started', turn_id: 't' }),
      event(1, { type: 'item_completed', item: { type: 'Plan', id: 'p', text: '# Plan\n' } }),
      item(2, said('assistant', '<proposed_plan>\n# Plan\n</proposed_plan>')),
      event(3, { type: 'task_complete', turn_id: 't', last_agent_message: 'Told nowhere else' }),
    ]);
    expect(textsOf(session.events, 'message')).toEqual(['# Plan\n', 'Told nowhere else']);
  });

  it("include the header's instructions at the end, unless a message has them", async () => {
    const alone = await sessionFrom([header({ instructions: 'Be brief.' })]);
    expect(textsOf(alone.events, 'message')).toEqual(['Be brief.']);
    const stated = '<user_instructions>\n\nBe brief.\n\n</user_instructions>';
    const both = await sessionFrom([header({ instructions: 'Be brief.' }), item(1, said('user', stated))]);
    expect(textsOf(both.events, 'message')).toEqual([stated]);
  });

  it('include context that only a compaction added, and no copies', async () => {
    const plugins = '<recommended_plugins>\nmaps\n</recommended_plugins>';
    const cwd = '<environment_context>\n<cwd>/w</cwd>\n</environment_context>';
    const session = await sessionFrom([
      header(),
      item(1, said('user', cwd)),
      item(1, said('user', 'Go on')),
      [2, 'compacted', { message: '', replacement_history: [cwd, 'Go on', plugins].map((text) => said('user', text)) }],
      [3, 'compacted', { message: '', replacement_history: [said('user', plugins)] }],
    ]);
    expect(textsOf(session.events, 'message')).toEqual([cwd, 'Go on', plugins]);
  });

  it('include what was said by voice', async () => {
    const realtime = (payload: object) => event(1, { type: 'realtime_conversation_realtime', payload });
    const session = await sessionFrom([
      header(),
      event(1, { type: 'realtime_conversation_started', version: 'v2' }),
      realtime({ InputTranscriptDone: { text: 'Is it done?' } }),
      realtime({ OutputTranscriptDone: { text: 'Nearly.' } }),
      realtime({ HandoffRequested: { input_transcript: 'Finish it.' } }),
      realtime({ Error: 'The line broke.' }),
      realtime({ AudioOut: { data: 'AAAA' } }),
      event(1, { type: 'realtime_conversation_closed', reason: 'error' }),
    ]);
    expect(textsOf(session.events, 'message')).toEqual(['Is it done?', 'Nearly.']);
    expect(session.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { text: 'Voice conversation started: v2' },
      { text: 'Handed over to the agent: Finish it.' },
      { kind: 'error', text: 'Voice conversation: The line broke.' },
      { text: 'Voice conversation closed: error' },
    ]);
    expect(session.events.filter(({ type }) => type === 'unknown')).toHaveLength(1);
  });
});
