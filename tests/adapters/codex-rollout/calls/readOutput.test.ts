import { describe, expect, it } from 'vitest';
import { readOutput } from '../../../../src/adapters/codex-rollout/calls/output.ts';
import { cpuMsOf } from '../../../cpuTime.ts';

describe('readOutput', () => {
  it('reads JSON in a string', () => {
    const output = JSON.stringify({ output: 'a\nb', metadata: { exit_code: 2, duration_seconds: 0.4 } });
    expect(readOutput(output)).toMatchObject({ text: 'a\nb', exitCode: 2, durationMs: 400, lines: '' });
  });

  it('reads the header of shell_command', () => {
    const output = 'Exit code: 0\nWall time: 1.25 seconds\nTotal output lines: 30\nOutput:\nbody\nOutput:\n';
    expect(readOutput(output)).toMatchObject({
      text: 'body\nOutput:\n',
      exitCode: 0,
      durationMs: 1250,
      truncated: true,
      lines: 'Exit code: 0\nWall time: 1.25 seconds\nTotal output lines: 30\nOutput:',
    });
  });

  it('reads the header of exec_command, ended or running', () => {
    const head = 'Chunk ID: 0a1b2c\nWall time: 0.7596 seconds\n';
    expect(readOutput(`${head}Process exited with code -1\nOriginal token count: 3\nOutput:\nx`)).toMatchObject({
      text: 'x',
      exitCode: -1,
      durationMs: 760,
    });
    expect(readOutput(`${head}Process running with session ID 41580\nOutput:\n`)).toMatchObject({
      text: '',
      exitCode: undefined,
      processId: '41580',
    });
  });

  it('reads the header after a command, which may be long and span lines', () => {
    const command = `Command: bash -lc "cat <<'EOF'\nWall time: none\n${'x'.repeat(500)}\nEOF"`;
    const header = `${command}\nChunk ID: 0a1b2c\nWall time: 0.2500 seconds\nProcess exited with code 2\nOutput:`;
    expect(readOutput(`${header}\nChunk ID: of the body\n`)).toMatchObject({
      text: 'Chunk ID: of the body\n',
      exitCode: 2,
      durationMs: 250,
      lines: header,
    });
    const running = 'Command: bash\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n';
    expect(readOutput(running)).toMatchObject({ text: '', processId: '7' });
  });

  it('leaves a text unchanged that only begins like a command', () => {
    for (const text of ['Command: none\nbody', 'Command: a\nWall time: 1 seconds\nbody', 'Command: a']) {
      expect(readOutput(text)).toMatchObject({ text, lines: '', durationMs: undefined });
    }
  });

  it('takes linear time for a command that no output follows', async () => {
    const text = `Command: x${'\nWall time: 1 seconds'.repeat(200_000)}`;
    const took = await cpuMsOf(() => expect(readOutput(text).text).toHaveLength(text.length));
    expect(took).toBeLessThan(2000);
  });

  it('reads a header without the mark of the body', () => {
    expect(readOutput('Wall time: 16.5 seconds\naborted by user')).toMatchObject({
      text: 'aborted by user',
      durationMs: 16_500,
    });
  });

  it('reads the parts of a script, with its images', () => {
    const output = [
      { type: 'input_text', text: 'Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\n' },
      { type: 'input_text', text: 'first' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      { type: 'input_text', text: 'second' },
    ];
    expect(readOutput(output)).toMatchObject({
      text: 'first\nsecond',
      script: 'running',
      cellId: '3',
      durationMs: 10_000,
      attachments: [{ kind: 'image', media_type: 'image/png', base64: 'AAAA' }],
    });
  });

  it('reads {content, success}, a single part, and nothing', () => {
    expect(readOutput({ content: 'done', success: false })).toMatchObject({ text: 'done', success: false });
    expect(readOutput({ type: 'input_text', text: 'one' })).toMatchObject({ text: 'one' });
    expect(readOutput(null)).toMatchObject({ text: '', success: undefined });
    expect(readOutput({ odd: 1 })).toMatchObject({ text: '{"odd":1}' });
  });

  it('leaves look-alikes of a header unchanged', () => {
    const text = 'Exit codes are documented.\nOutput:\nx';
    expect(readOutput(text)).toMatchObject({ text, lines: '', exitCode: undefined });
    expect(readOutput('{"output": broken').text).toBe('{"output": broken');
    expect(readOutput('Output:\nx').text).toBe('Output:\nx');
  });

  it('recognises truncation marks', () => {
    expect(readOutput('a …12 tokens truncated… b').truncated).toBe(true);
    expect(readOutput('[... omitted 30 of 120 lines ...]').truncated).toBe(true);
    expect(readOutput('a … b').truncated).toBe(false);
  });
});
