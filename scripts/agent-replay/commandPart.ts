import { existsSync } from 'node:fs';
import type {
  Argument as TypedArgument,
  Command as TypedCommand,
  Option as TypedOption,
} from '@commander-js/extra-typings';
import { Argument, Command, type CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { distance } from 'fastest-levenshtein';
import { UsageFailure } from './failure.ts';
import { columnsOf, languages, type Terminal } from './terminal.ts';

/** A part of the command line. The types of its arguments and options are inferred from how they are declared. */
export type Part = TypedCommand;

/** Examples below the part's help: a call, and what it does. */
export type Examples = readonly (readonly [call: string, does: string])[];

interface PartOptions {
  name: string;
  /** What it does, in a few words. */
  summary: string;
  /** The call; `$` stands for the part as the user calls it. */
  examples?: Examples;
  /** Paragraphs below the examples. */
  notes?: readonly string[];
  /** Whether it consists of subcommands: then it also takes the word `help`. @default false */
  hasParts?: boolean;
}

/** A part of the command line, with help and errors in the user's language and examples below its help. */
export function createPart(
  { name, summary, examples = [], notes = [], hasParts = false }: PartOptions,
  terminal: Terminal,
): Part {
  const { t } = terminal;
  const part = new SpeakingCommand(name, terminal);
  part
    .description(summary)
    .helpOption('-h, --help', t('show this help', '显示此帮助'))
    .addHelpText('after', () => belowHelp(part, examples, notes, terminal))
    .configureOutput({
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth(terminal),
      getErrHelpWidth: () => helpWidth(terminal),
      getOutHasColors: () => terminal.mayColor('stdout'),
      getErrHasColors: () => terminal.mayColor('stderr'),
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 || error.code === 'commander.help' ? error : usageFailure(error, part, t);
    });
  if (hasParts) part.helpCommand('help [command]', t('show the help of a command', '显示某个命令的帮助'));
  else part.helpCommand(false);
  return part as unknown as Part;
}

/** Options that every call accepts, in any position. */
export function addCommonOptions<Given extends Part>(part: Given, version: string, { t }: Terminal): Given {
  part
    .version(version, '-v, --version', t('show the version', '显示版本'))
    .addOption(new Option('--language <language>', t('language of what is printed', '输出语言')).choices(languages))
    .addOption(new Option('--debug', t('show where in the program an error came from', '出错时显示程序内位置')));
  return part;
}

/** The name by which a user calls a part. */
function callOf(part: Pick<Command, 'name' | 'parent'>): string {
  return part.parent === null ? part.name() : `${callOf(part.parent)} ${part.name()}`;
}

/** Declares an option; its type is inferred from its flags. */
export function option<const Flags extends string>(flags: Flags, description: string): TypedOption<Flags> {
  return new Option(flags, description) as unknown as TypedOption<Flags>;
}

/** Declares an argument; its type is inferred from its declaration. */
export function argument<const Usage extends string>(usage: Usage, description: string): TypedArgument<Usage> {
  return new Argument(usage, description) as unknown as TypedArgument<Usage>;
}

/** Reads a whole number within limits. */
export function wholeNumber(least: number, most: number, { t }: Terminal): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d{1,9}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      t(`It takes a whole number from ${least} to ${most}.`, `应为 ${least} 到 ${most} 的整数。`),
    );
  };
}

class SpeakingCommand extends Command {
  private readonly terminal: Terminal;

  constructor(name: string, terminal: Terminal) {
    super(name);
    this.terminal = terminal;
  }

  override createHelp(): Help {
    return new SpeakingHelp(this.terminal);
  }
}

const chineseTitles: Readonly<Record<string, string>> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Global Options:': '通用选项：',
  'Commands:': '命令：',
};

class SpeakingHelp extends Help {
  private readonly terminal: Terminal;
  override showGlobalOptions = true;
  override minWidthToWrap = 20;

  constructor(terminal: Terminal) {
    super();
    this.terminal = terminal;
  }

  override displayWidth(text: string): number {
    return columnsOf(text);
  }

  override subcommandTerm(part: Command): string {
    return part.name();
  }

  override styleTitle(title: string): string {
    return this.terminal.paint('bold', this.terminal.t(title, chineseTitles[title] ?? title));
  }

  override styleOptionTerm(term: string): string {
    return this.terminal.paint('cyan', term);
  }

  override styleSubcommandTerm(term: string): string {
    return this.terminal.paint('cyan', term);
  }

  override styleArgumentTerm(term: string): string {
    return this.terminal.paint('cyan', term);
  }

  override optionDescription(option: Option): string {
    return this.describe(option);
  }

  override argumentDescription(argument: Argument): string {
    return this.describe(argument);
  }

  private describe({ description, argChoices, defaultValue, defaultValueDescription }: Option | Argument): string {
    const { t } = this.terminal;
    const choices = argChoices === undefined ? [] : [argChoices.join(', ')];
    const shown = defaultValueDescription ?? (typeof defaultValue === 'string' ? defaultValue : undefined);
    const more = [...choices, ...(shown === undefined ? [] : [t(`default: ${shown}`, `默认：${shown}`)])];
    return more.length === 0 ? description : `${description} (${more.join('; ')})`;
  }
}

/** Width of help, in columns: at most 100, because longer lines are hard to read; 80 in a pipe, which has no width. */
function helpWidth({ width }: Terminal): number {
  return Number.isFinite(width) ? Math.min(width, 100) : 80;
}

function belowHelp(part: Command, examples: Examples, notes: readonly string[], terminal: Terminal): string {
  const { t, paint } = terminal;
  const calls = examples.map(([call, does]) => [call.replaceAll('$', callOf(part)), does] as const);
  const widest = Math.max(0, ...calls.map(([call]) => columnsOf(call)));
  const aside = widest + Math.max(0, ...calls.map(([, does]) => columnsOf(does))) + 6 <= helpWidth(terminal);
  const lines = calls.map(([call, does]) =>
    aside
      ? `  ${call}${' '.repeat(widest - columnsOf(call))}  ${paint('dim', does)}`
      : `  ${call}\n      ${paint('dim', does)}`,
  );
  const shown = lines.length === 0 ? [] : ['', paint('bold', t('Examples:', '示例：')), ...lines];
  return [...shown, ...notes.flatMap((note) => ['', part.createHelp().boxWrap(note, helpWidth(terminal))])].join('\n');
}

/** Rewrites commander's English error message as a sentence of our own. */
function usageFailure({ code, message }: CommanderError, part: Command, t: Terminal['t']): UsageFailure {
  const [first = ''] = /(?<=')[^']*(?=')/.exec(message) ?? [];
  const see = t(`See: ${callOf(part)} --help`, `参见：${callOf(part)} --help`);
  const fail = (english: string, chinese: string): UsageFailure => new UsageFailure(t(english, chinese).trim(), see);
  switch (code) {
    case 'commander.unknownOption': {
      const known = optionsOf(part).flatMap(({ long }) => long ?? []);
      const guess = didYouMean(first, known, t);
      return fail(`There is no option ${first}. ${guess}`, `没有选项 ${first}。${guess}`);
    }
    case 'commander.unknownCommand': {
      const known = part
        .createHelp()
        .visibleCommands(part)
        .map((each) => each.name());
      if (existsSync(first)) return openInstead(first, part, t);
      const guess = didYouMean(first, known, t);
      return fail(`There is no command ${first}. ${guess}`, `没有命令 ${first}。${guess}`);
    }
    case 'commander.missingArgument':
      return fail(`The argument ${first} is missing.`, `缺少参数 ${first}。`);
    case 'commander.optionMissingArgument':
      return fail(`The option ${first} lacks its value.`, `选项 ${first} 缺少值。`);
    case 'commander.excessArguments':
      return fail('There are more arguments than it takes.', '参数过多。');
    case 'commander.conflictingOption': {
      const [one = '', other = ''] = [...message.matchAll(/option '([^']*)'/g)].map(([, name = '']) => name);
      return fail(`${one} and ${other} cannot go together.`, `${one} 与 ${other} 不能同时使用。`);
    }
    case 'commander.invalidArgument': {
      const { what, value, why } = invalidParts(message);
      const sentences = allowed(what, value, why, part, t);
      return fail(`${what}: “${value}” does not fit. ${sentences}`, `${what}：“${value}” 无效。${sentences}`);
    }
    default:
      return fail(message.replace(/^error: /, ''), message.replace(/^error: /, ''));
  }
}

/** The error for a path in place of a command: whoever names only a log wants to see it, so it suggests `open`. */
function openInstead(path: string, part: Command, t: Terminal['t']): UsageFailure {
  return new UsageFailure(
    t(`${path} is no command, but something on this disk.`, `${path} 不是命令，而是磁盘上的路径。`),
    t(`To replay it: ${nameOf(part)} open ${path}`, `要回放它：${nameOf(part)} open ${path}`),
  );
}

/** The name of the whole command that a part belongs to. */
function nameOf(part: Command): string {
  return part.parent === null ? part.name() : nameOf(part.parent);
}

/** Commander's two messages about an invalid value: one for options, one for arguments. */
function invalidParts(message: string): { what: string; value: string; why: string } {
  const [, flags = '', given = '', whyNot = ''] =
    /^error: option '(.*?)' argument '(.*)' is invalid\. (.*)$/s.exec(message) ?? [];
  if (flags !== '') return { what: flags, value: given, why: whyNot };
  const [, value = '', what = '', why = message] =
    /^error: command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s.exec(message) ?? [];
  return { what, value, why };
}

/** Commander's message about choices is in English only, and suggests nothing. */
function allowed(flags: string, value: string, why: string, part: Command, t: Terminal['t']): string {
  const choices =
    optionsOf(part).find((each) => each.flags === flags)?.argChoices ??
    part.registeredArguments.find((each) => each.name() === flags)?.argChoices;
  return choices === undefined ? why : choiceSentences(value, choices, t);
}

function choiceSentences(value: string, choices: readonly string[], t: Terminal['t']): string {
  return `${didYouMean(value, choices, t)}${t(`Known: ${choices.join(', ')}.`, `可用：${choices.join(', ')}。`)}`;
}

/** The message for a value that an option does not accept, where the accepted values are known only at run time. */
export function choiceFailure(
  flags: string,
  value: string,
  choices: readonly string[],
  t: Terminal['t'],
): UsageFailure {
  const sentences = choiceSentences(value, choices, t);
  return new UsageFailure(t(`${flags}: “${value}” does not fit.`, `${flags}：“${value}” 无效。`), sentences);
}

/** The options of a part and of those above it. */
function optionsOf(part: Command): readonly Option[] {
  const own = [...part.createHelp().visibleOptions(part)];
  return part.parent === null ? own : [...own, ...optionsOf(part.parent)];
}

/** A "did you mean" question with a trailing space; empty where nothing is similar: less than 0.6 of a word may differ. */
function didYouMean(word: string, known: readonly string[], t: Terminal['t']): string {
  const bare = (text: string): string => text.replace(/^-+/, '').toLowerCase();
  const typed = bare(word);
  const [nearest] = known
    .map((each) => {
      const meant = bare(each);
      return { each, steps: distance(typed, meant), length: Math.max(typed.length, meant.length), first: meant[0] };
    })
    .filter(({ steps, length }) => steps <= 3 && (length - steps) / length > 0.4)
    .sort((a, b) => a.steps - b.steps || Number(b.first === typed[0]) - Number(a.first === typed[0]));
  return nearest === undefined ? '' : `${t(`Did you mean ${nearest.each}?`, `是否想输入 ${nearest.each}？`)} `;
}
