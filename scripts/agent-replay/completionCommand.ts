import type { Argument, Command, Option } from 'commander';
import { argument, createPart, type Part } from './commandPart.ts';
import type { Terminal } from './terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** What a shell runs when Tab is pressed. It asks the command itself, so that a script once installed never becomes outdated. */
const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `_agent_replay() {
  local IFS=$'\\n'
  COMPREPLY=($(agent-replay __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o bashdefault -o default -F _agent_replay agent-replay
`,
  zsh: `#compdef agent-replay
_agent_replay() {
  local -a found
  found=("\${(@f)$(agent-replay __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${\${\${found%$'\\t'}//:/\\\\:}//$'\\t'/:})
  if (( \${#found} )); then _describe 'agent-replay' found; else _files; fi
}
if [[ $funcstack[1] == _agent_replay ]]; then
  _agent_replay "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit; compinit }
  compdef _agent_replay agent-replay
fi
`,
  fish: `complete -c agent-replay -a '(agent-replay __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

/** `completion`: prints the script that teaches a shell to complete the command. */
export function completionCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'completion',
      summary: t('Prints the script that lets a shell complete the command.', '打印让 shell 补全本命令的脚本。'),
      examples: [
        ['$ bash >> ~/.bashrc', t('from the next bash on', '下次启动 bash 起生效')],
        ['$ zsh > ~/.zfunc/_agent-replay', t('where ~/.zfunc is in fpath', '~/.zfunc 须在 fpath 中')],
        ['$ fish > ~/.config/fish/completions/agent-replay.fish', t('at once', '立即生效')],
      ],
      notes: [t('Exit codes: 0 done · 2 wrong call.', '退出码：0 完成 · 2 用法错误。')],
    },
    terminal,
  );
  part
    .addArgument(argument('<shell>', t('the shell that completes', '要补全的 shell')).choices(shells))
    .action((shell) => {
      process.stdout.write(scripts[shell]);
    });
  return part;
}

/** `__complete`: prints the proposals for the last word, one a line, each with its description after a tab. */
export function completeCommand(root: Part, terminal: Terminal): Part {
  const part = createPart({ name: '__complete', summary: '' }, terminal);
  part.argument('[words...]').action((words) => {
    for (const [name, does] of proposals(root as unknown as Command, words)) process.stdout.write(`${name}\t${does}\n`);
  });
  return part;
}

type Proposal = readonly [name: string, does: string];

/** Proposals for the last word, which holds what was typed of it so far. An empty list lets the shell propose files. */
export function proposals(root: Command, words: readonly string[]): Proposal[] {
  // A shell may split `--format=std` into three words.
  const typed = words.flatMap((word, at) => (word === '=' && at < words.length - 1 ? [] : splitValue(word)));
  const current = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  let part = root;
  let waiting: Option | undefined;
  for (const word of before) {
    const option = waiting === undefined ? optionOf(part, word) : undefined;
    if (waiting !== undefined) waiting = undefined;
    else if (option !== undefined) waiting = option.required || option.optional ? option : undefined;
    else part = part.commands.find((child) => child.name() === word) ?? part;
  }
  return candidates(part, waiting, current).filter(([name]) => name.startsWith(current));
}

function splitValue(word: string): string[] {
  const at = word.indexOf('=');
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}

function candidates(part: Command, waiting: Option | undefined, current: string): Proposal[] {
  if (waiting !== undefined) return (valuesOf(waiting) ?? []).map((value) => [value, ''] as const);
  if (current.startsWith('-')) {
    return optionsOf(part).map(({ long, short, description }) => [long ?? short ?? '', description] as const);
  }
  const children = part.createHelp().visibleCommands(part);
  if (children.length > 0) return children.map((child) => [child.name(), child.description()] as const);
  const [first] = part.registeredArguments;
  return (first === undefined ? [] : (valuesOf(first) ?? [])).map((value) => [value, ''] as const);
}

/** The values that an option or an argument is limited to. */
function valuesOf(one: Option | Argument): readonly string[] | undefined {
  return one.argChoices;
}

function optionOf(part: Command, word: string): Option | undefined {
  return word.startsWith('-') ? optionsOf(part).find(({ long, short }) => long === word || short === word) : undefined;
}

function optionsOf(part: Command): readonly Option[] {
  const help = part.createHelp();
  return [...help.visibleOptions(part), ...help.visibleGlobalOptions(part)];
}
