import * as components from '../src/components/index.ts';
import * as kit from '../src/index.ts';
import * as replay from '../src/replay/index.ts';
import * as session from '../src/session/index.ts';

/** What a story tells of itself. */
export interface ShownStory {
  readonly component?: unknown;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argTypes: Readonly<Record<string, { readonly table?: { readonly type?: { readonly summary?: string } } }>>;
  readonly parameters: { readonly fileName?: string; readonly showCode?: ShowCodeParameters };
}

/** What of a component's use its props do not tell. */
interface ShowCodeParameters {
  /** Whether it reads a replay that a provider above it holds. */
  readonly within?: 'ReplayProvider';
  /** A prop of the provider around it, as it is written. */
  readonly provider?: string;
  /** Writes all of it, where a component is of no use by itself. */
  readonly write?: (args: Readonly<Record<string, unknown>>) => string;
}

/** The code so far: what is imported, what is worked out before the element. */
interface Draft {
  readonly imports: Map<string, Set<string>>;
  readonly lines: string[];
}

const entries = [
  ['agent-replay-kit', kit],
  ['agent-replay-kit/components', components],
  ['agent-replay-kit/replay', replay],
  ['agent-replay-kit/session', session],
] as const;

/** The name of a component that the kit exports; undefined for a story's own. */
export function exportedName(component: unknown): string | undefined {
  return Object.entries(components).find(([, each]) => each === component)?.[0];
}

/** Writes what a reader writes to get what a story shows; undefined where the story's component is no part of the kit. */
export function writeUsage({ component, args, argTypes, parameters }: ShownStory): string | undefined {
  if (parameters.showCode?.write !== undefined) return parameters.showCode.write(args);
  const name = exportedName(component);
  if (name === undefined || name === 'KitProvider') return undefined;
  const draft: Draft = { imports: new Map(), lines: [] };
  const props = Object.entries(args).flatMap(([prop, value]) =>
    writeProp(prop, value, argTypes[prop]?.table?.type?.summary ?? '', draft),
  );
  use(draft, 'KitProvider');
  use(draft, name);
  let element = indent(writeElement(name, props), 1);
  if (parameters.showCode?.within === 'ReplayProvider') {
    use(draft, 'ReplayProvider');
    declare(draft, 'session');
    element = `  <ReplayProvider session={session}>\n${indent(element, 1)}\n  </ReplayProvider>`;
  }
  const imports = [...draft.imports]
    .sort()
    .map(([from, names]) => `import { ${[...names].sort().join(', ')} } from '${from}';`);
  const own = parameters.showCode?.provider;
  const provider = ['theme="dark"', 'language="en"', ...(own === undefined ? [] : [own])];
  const before = draft.lines.length === 0 ? '' : `${draft.lines.join('\n')}\n\n`;
  return `${imports.join('\n')}\nimport 'agent-replay-kit/styles.css';\n\n${before}<KitProvider ${provider.join(' ')}>\n${element}\n</KitProvider>`;
}

function use({ imports }: Draft, name: string): string {
  const from = entries.find(([, exported]) => name in exported)?.[0] ?? 'agent-replay-kit';
  imports.set(from, (imports.get(from) ?? new Set()).add(name));
  return name;
}

function writeElement(name: string, props: readonly string[]): string {
  const line = `<${name} ${props.join(' ')} />`;
  if (props.length === 0) return `<${name} />`;
  return line.length <= 96 && !line.includes('\n') ? line : `<${name}\n${indent(props.join('\n'), 1)}\n/>`;
}

function writeProp(prop: string, value: unknown, type: string, draft: Draft): string[] {
  if (value === undefined || value === null || isElement(value)) return [];
  if (value === true) return [prop];
  if (typeof value === 'string' && isPlain(value)) return [`${prop}="${value}"`];
  // What only gives a value says nothing of how it is come by.
  if (typeof value === 'function') return prop.startsWith('on') ? [`${prop}={${writeHandler(type)}}`] : [];
  const made = recipeOf(prop, value);
  if (made !== undefined) {
    declare(draft, made.name, made);
    return [`${prop}={${made.name}}`];
  }
  return [`${prop}={${writeLiteral(value, draft)}}`];
}

const isPlain = (text: string): boolean => text.length <= 80 && !/["\n{}\\<>]/.test(text);
const isElement = (value: unknown): boolean => typeof value === 'object' && value !== null && '$$typeof' in value;

/** A function that says what it is given, by the names that its type gives its parameters. */
function writeHandler(type: string): string {
  const names = [...(/^\((.*)\) =>/.exec(type)?.[1] ?? '').matchAll(/(?:^|, )(\w+)\??:/g)].map(([, name]) => name);
  return names.length === 0 ? '() => {}' : `(${names.join(', ')}) => console.log(${names.join(', ')})`;
}

/** How a value of the kit's own is come by. */
interface Recipe {
  readonly name: string;
  /** What it is made of. */
  readonly of?: 'session' | 'index';
  readonly uses?: string;
  readonly code: string;
}

const recipes = {
  session: {
    name: 'session',
    uses: 'parseSessionText',
    code: `const { session } = parseSessionText(await (await fetch('/session.json')).text());\nif (session === undefined) throw new Error('Not a session.');`,
  },
  index: { name: 'index', of: 'session', uses: 'indexSession', code: 'const index = indexSession(session);' },
} as const satisfies Record<string, Recipe>;

/** Tells values of the kit's own by their shape. */
function recipeOf(prop: string, value: unknown): Recipe | undefined {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' && value.length > 400
      ? { name: prop, code: `const ${prop} = await (await fetch('/${prop}.txt')).text();` }
      : undefined;
  }
  if ('schema_version' in value && 'tool_calls' in value) {
    return prop === 'session'
      ? recipes.session
      : {
          name: prop,
          uses: 'parseSessionText',
          code: `const { session: ${prop} } = parseSessionText(await (await fetch('/${prop}.json')).text());\nif (${prop} === undefined) throw new Error('Not a session.');`,
        };
  }
  if ('landmarks' in value && 'axes' in value) return recipes.index;
  if ('page' in value && 'facets' in value) {
    const code = `const ${prop} = sessionsInMemory(await (await fetch('/sessions.json')).json());`;
    return { name: prop, uses: 'sessionsInMemory', code };
  }
  if ('getState' in value)
    return { name: prop, of: 'session', uses: 'createReplay', code: `const ${prop} = createReplay(session);` };
  if ('item' in value && 'at' in value && typeof value.item === 'number')
    return { name: prop, of: 'index', uses: 'positionOf', code: `const ${prop} = positionOf(index, ${value.item});` };
  if ('attempt' in value && 'activeMs' in value)
    return { name: prop, of: 'index', uses: 'phaseBlocks', code: `const [${prop}] = phaseBlocks(index);` };
  if ('call_id' in value && 'tool_name' in value) {
    return {
      name: prop,
      of: 'session',
      code: `const [${prop}] = session.tool_calls.filter(({ tool_name }) => tool_name === '${value.tool_name}');`,
    };
  }
  if ('event_id' in value && 'type' in value) {
    const code = `const [${prop}] = session.events.filter((event) => event.type === '${value.type}');`;
    return { name: prop, of: 'session', code };
  }
  if (prop === 'scope')
    return {
      name: prop,
      of: 'session',
      code: 'const scope = { startedAt: session.created_at, cwd: session.environment?.cwd };',
    };
  if ('sub_session_id' in value && 'tool_calls' in value)
    return { name: prop, of: 'session', code: `const [${prop}] = session.sub_sessions;` };
  if (Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null && 'task_title' in value[0])
    return { name: prop, code: `const ${prop} = await (await fetch('/${prop}.json')).json();` };
  return undefined;
}

/** Writes how a value is made, once, after what it is made of. */
function declare(draft: Draft, name: string, made: Recipe = recipes[name as 'session' | 'index']): void {
  if (made.of !== undefined) declare(draft, made.of);
  if (draft.lines.includes(made.code)) return;
  if (made.uses !== undefined) use(draft, made.uses);
  draft.lines.push(made.code);
}

/** A value as one writes it. */
function writeLiteral(value: unknown, draft: Draft): string {
  if (value instanceof Set) return `new Set(${writeLiteral([...value], draft)})`;
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'function') return '() => {}';
  if (typeof value !== 'object' || value === null) return String(value);
  if ('getItem' in value) return 'localStorage';
  if (Array.isArray(value))
    return writeList(
      '[]',
      value.map((each) => writeLiteral(each, draft)),
    );
  const members = Object.entries(value).flatMap(([name, each]) =>
    isClock(each) ? [] : writeMember(name, each, draft),
  );
  return writeList('{}', members);
}

function writeMember(name: string, value: unknown, draft: Draft): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : writeText(name);
  // A moment of a session is no bare number.
  const isMoment = /^(?:at|until|from|to)$/.test(name) && typeof value === 'number';
  return `${key}: ${isMoment ? `${use(draft, 'sessionMs')}(${value})` : writeLiteral(value, draft)}`;
}

function writeText(text: string): string {
  const written = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${written.replaceAll("'", "\\'")}'`;
}

function writeList([open = '', close = '']: string, parts: readonly string[]): string {
  const gap = open === '{' ? ' ' : '';
  const line = parts.length === 0 ? open + close : `${open}${gap}${parts.join(', ')}${gap}${close}`;
  return line.length <= 80 && !line.includes('\n') ? line : `${open}\n${indent(parts.join(',\n'), 1)},\n${close}`;
}

const isClock = (value: unknown): boolean => typeof value === 'object' && value !== null && 'now' in value;

function indent(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, '  '.repeat(by));
}

/** The source of a story file, as it was written; loaded when a page first shows it. */
const files: Readonly<Record<string, () => Promise<unknown>>> = import.meta.glob('../stories/**/*.stories.tsx', {
  query: '?raw',
  import: 'default',
});

/**
 * What "Show code" shows: what a reader writes, derived from the story's component and args, whatever a story draws around it. One whose
 * component is its own shows that, too.
 */
export async function showCode(source: string, story: ShownStory): Promise<string> {
  const usage = writeUsage(story);
  if (usage !== undefined) return usage;
  const own = (story.component as { name?: string } | undefined)?.name;
  const path = story.parameters.fileName?.replace(/^.*?stories\//, '../stories/');
  const file = path === undefined ? undefined : await files[path]?.();
  if (typeof file !== 'string' || own === undefined) return source;
  const at = file.search(new RegExp(`^(?:export )?function ${own}\\b`, 'm'));
  return at === -1 ? source : `${file.slice(at, file.indexOf('\n}\n', at) + 2)}\n\n${source}`;
}
