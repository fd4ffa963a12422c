import type { ArgTypes, ArgTypesEnhancer, InputType } from 'storybook/internal/types';

/** A type as react-docgen reads it. */
interface ReadType {
  readonly name: string;
  readonly raw?: string;
  /** What a literal stands for, as it is written. */
  readonly value?: string;
  readonly elements?: readonly ReadType[];
}

/** What react-docgen reads of a prop. */
interface ReadProp {
  readonly description?: string;
  readonly tsType?: ReadType;
  readonly required?: boolean;
}

interface Documented {
  readonly __docgenInfo?: { readonly props?: Readonly<Record<string, ReadProp>> };
  /** Of a component in `memo`. */
  readonly type?: Documented;
}

/** A doc comment, its tags apart. */
interface Comment {
  readonly text: string;
  readonly fallback: string | undefined;
  readonly selectors: readonly string[];
}

/** Takes `@default …` and `@selector …` out of a doc comment; a default may be words, and end at the next tag. */
export function readComment(comment: string): Comment {
  const [text = '', ...tags] = ` ${comment}`.replaceAll(/\s+/g, ' ').split(/ ?(?=@(?:default|selector)\b)/);
  const valuesOf = (name: string): string[] =>
    tags.filter((tag) => tag.startsWith(`@${name} `)).map((tag) => tag.slice(name.length + 2).trim());
  return { text: text.trim(), fallback: valuesOf('default')[0], selectors: valuesOf('selector') };
}

/**
 * A type as a reader writes it: without the `undefined` that every optional prop has, choices written out, and what is worked out of a
 * schema by the name under which it is exported.
 */
export function writeType({ tsType, required }: ReadProp): string {
  const choices = choicesOf(tsType);
  if (choices.length > 0) return choices.join(' | ');
  const written = (tsType?.raw ?? tsType?.name ?? 'unknown')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/z\.infer<typeof (\w)(\w*)>/g, (_, first: string, rest: string) => first.toUpperCase() + rest);
  return required === true ? written : written.replace(/ \| undefined$/, '').replace(/^\((\(.*\) => .*)\)$/, '$1');
}

/** The literals that a type allows, as they are written; none where it allows anything else, too. */
function choicesOf(type: ReadType | undefined): string[] {
  if (type?.name === 'literal') return type.value === undefined ? [] : [type.value];
  if (type?.name !== 'union') return [];
  const members = (type.elements ?? []).filter(({ name }) => name !== 'undefined').map(choicesOf);
  return members.some((member) => member.length === 0) ? [] : members.flat();
}

const readLiteral = (literal: string): string | number =>
  /^-?\d+$/.test(literal) ? Number(literal) : literal.replace(/^'(.*)'$/, '$1');

/** What a reader can change a prop by: words, numbers and choices; a function or an object stays what the story gives. */
function controlOf(prop: ReadProp): Pick<InputType, 'control' | 'options'> {
  const choices = choicesOf(prop.tsType);
  if (choices.length > 0)
    return { control: { type: choices.length > 5 ? 'select' : 'radio' }, options: choices.map(readLiteral) };
  const types = { string: 'text', number: 'number', boolean: 'boolean' } as const;
  const type = writeType(prop);
  return { control: type in types ? { type: types[type as keyof typeof types] } : { disable: true } };
}

/**
 * The table of a component's props from its source: types as they are written and not as their kind, defaults in their column, and below
 * the words which attribute a style sheet finds the state by. What a story says of a prop is put over it.
 */
export function describeProps(component: unknown): ArgTypes | null {
  const documented = component as Documented | null | undefined;
  const read = documented?.__docgenInfo?.props ?? documented?.type?.__docgenInfo?.props;
  if (read === undefined) return null;
  return Object.fromEntries(Object.entries(read).map(([name, prop]) => [name, describeProp(name, prop)]));
}

function describeProp(name: string, prop: ReadProp): InputType {
  const { text, fallback, selectors } = readComment(prop.description ?? '');
  const type = writeType(prop);
  const states = selectors.map((selector) => `\`${selector}\``).join(', ');
  return {
    name,
    description: states === '' ? text : `${text}\n\nIts state, for style sheets: ${states}`,
    type: { name: 'other', value: type, required: prop.required === true },
    ...controlOf(prop),
    table: {
      type: { summary: type },
      ...(fallback === undefined ? {} : { defaultValue: { summary: fallback.replaceAll('`', '') } }),
    },
  };
}

/** Says what `style` is for: it is a prop of the element, of which the documentation generator reads none. */
export const describeStyle: ArgTypesEnhancer = ({ argTypes }) =>
  argTypes.style === undefined
    ? argTypes
    : {
        ...argTypes,
        style: {
          description: 'Styles of its element: gives it its size.',
          control: { type: 'object' },
          table: { type: { summary: 'CSSProperties' } },
          ...argTypes.style,
        },
      };
