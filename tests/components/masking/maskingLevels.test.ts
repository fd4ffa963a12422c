import { describe, expect, it } from 'vitest';
import { createMasking, noMasking } from '../../../src/components/masking/masking.ts';
import { maskingAt } from '../../../src/components/masking/maskingLevels.ts';
import { usualMasking } from '../../../src/components/masking/usualMasking.ts';
import { createRedactor, literalRule } from '../../../src/redaction/index.ts';
import { cpuMsOf } from '../../cpuTime.ts';

const token = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(2).slice(0, 36)}`;

describe('maskingAt', () => {
  it('masks only secrets by default, and nothing when it is off', () => {
    const text = `curl -H "Authorization: token ${token}" # by lin@example.com in /home/lin`;
    expect(maskingAt('off', usualMasking).mask(text)).toBe(text);
    const values = maskingAt('values', usualMasking).mask(text);
    expect(values).not.toContain(token);
    expect(values).toContain('lin@example.com in /home/lin');
  });

  it.each([
    ['cd /home/lin.wu/memo && ls', 'cd /home/[REDACTED:user-name]/memo && ls'],
    ['open /Users/梅/memo', 'open /Users/[REDACTED:user-name]/memo'],
    ['dir C:\\Users\\mei\\memo', 'dir C:\\Users\\[REDACTED:user-name]\\memo'],
    ['~/.claude/projects/-home-lin-wu-memo/a1.jsonl', '~/.claude/projects/-home-[REDACTED:user-name]/a1.jsonl'],
    ['/tmp/claude-1000/-Users-mei-memo', '/tmp/claude-1000/-Users-[REDACTED:user-name]'],
    ['projects\\C--Users-mei-memo\\a1', 'projects\\C--Users-[REDACTED:user-name]\\a1'],
    ['"-mnt-c-Users-mei"', '"-mnt-c-Users-[REDACTED:user-name]"'],
    ['From: Mei <mei.lin+ci@mail.example.com>', 'From: Mei <[REDACTED:e-mail]>'],
    ['export DB_HOST=db.internal PORT="80 81"', 'export [REDACTED:variable] [REDACTED:variable]'],
  ])('masks data about people and machines too at level "all": %s', (text, masked) => {
    expect(maskingAt('all', usualMasking).mask(text)).toBe(masked);
    const steps = maskingAt('all', usualMasking).maskInSteps(text);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value).toBe(masked);
  });

  it.each([
    'npm i @types/node@24',
    'if (a === B) x=1',
    'a@b',
    'https://example.com/?Q=1',
    '/homework/x',
    'run --home-dir x, class="nav-home-link"',
    'x += NaN==1',
  ])('leaves %s unmasked', (text) => expect(maskingAt('all', usualMasking).mask(text)).toBe(text));

  it("masks secrets even if the host masks nothing, and keeps the host's own rules", () => {
    expect(maskingAt('values', noMasking).mask(token)).not.toContain(token);
    const host = createMasking(() =>
      createRedactor({ extra: [literalRule({ id: 'house', label: 'Our word', secrets: ['open sesame'] })] }),
    );
    const masked = maskingAt('all', host).mask({ say: 'open sesame, /home/lin' });
    expect(masked).toEqual({ say: '[REDACTED:house], /home/[REDACTED:user-name]' });
  });

  it('takes linear time for any text', async () => {
    for (const piece of ['@', '=', 'A=', 'a@', '/home/', '-home-', ' -home-', '-mnt-c-Users-', 'A'.repeat(70)]) {
      const text = piece.repeat(Math.ceil(300_000 / piece.length));
      expect(await cpuMsOf(() => maskingAt('all', noMasking).mask(text))).toBeLessThan(3000);
    }
  });
});
