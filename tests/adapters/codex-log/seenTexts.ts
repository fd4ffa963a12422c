import { leaves } from '../../witness/witness.ts';

const heads = 'workdir|model|provider|approval|sandbox|reasoning effort|reasoning summaries|session id';
const structure = new RegExp(
  String.raw`^(?:exec|codex|thinking|user|User instructions:|tokens used.*|file update:?|Plan update|apply patch|apply_patch auto_approved=\w+:|patch: \w+|-{8,}|OpenAI Codex.*|(?:${heads}):.*)$`,
);
const stamp = /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\] /;
const ended = /(?:^| )(?:succeeded|exited -?\d+|declined|success|failed) in [\d.ms ]+:$/;
const planStep = /^ *[✓→•] /;
/** The directory behind a command. */
const directory = / in (?:[/.]|[A-Z]:[\\/]).*$/;
/** The start or the end of a call that concerns another agent, up to the agent's prompt. */
const agentCall = /^(?:collab )?(?:spawn_agent|send_input|wait|close_agent)\([^,)]+(?:, prompt="|\).*$)/;

/**
 * The lines of a log that a person reads for their content: without the words that Codex adds around them, which become fields, and without
 * what becomes structure (a command's directory, the mark of a plan's step).
 */
export function seenTexts(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const words = line.replace(stamp, '');
    if (structure.test(words) || ended.test(words)) return [];
    if (lines[index - 1] === 'tokens used' && /^\d[\d,\s]*$/.test(words)) return [];
    if (planStep.test(words)) return [words.replace(planStep, '')];
    if (words.startsWith('tool ')) return argumentsOf(words);
    if (words.startsWith('collab: ')) return [];
    const said = words.replace(agentCall, '').replace(/^ {2}receivers?: /, '');
    // The end of a call repeats the agent's prompt, and then says what happened to the agent.
    if (said !== words) return said.replace(/"\)?(?: [a-z ]+:)?$/, '').split('") completed: ');
    return [words.replace(directory, '').replace(/^exec (?=\S+ -)/, '')];
  });
}

/** The input of a tool: `tool server.name({"key":"text"})`, or other words in brackets. */
function argumentsOf(line: string): string[] {
  const given = line.slice(line.indexOf('(') + 1, -1);
  try {
    return [...leaves(JSON.parse(given))];
  } catch {
    return [given];
  }
}
