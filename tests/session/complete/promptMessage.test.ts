import { describe, expect, it } from 'vitest';
import { needsPromptMessage } from '../../../src/session/complete/promptMessage.ts';

describe('needsPromptMessage', () => {
  const prompt = `Look at this:\n${'line\n'.repeat(5000)}and tell me.`;
  const said = (text: string) => [{ type: 'message', role: 'user', text }];

  it('finds a prompt whose message a conversion has shortened', () => {
    const cut = `${prompt.slice(0, 4096)}\n[… 19000 characters omitted here; the whole text is in the session's content folder …]\n${prompt.slice(-1024)}`;
    expect(needsPromptMessage(said(cut), prompt)).toBe(false);
    expect(needsPromptMessage(said(cut.replace('Look', 'See')), prompt)).toBe(true);
  });
});
