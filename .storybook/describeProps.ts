import type { ArgTypesEnhancer } from 'storybook/internal/types';

/** What react-docgen reads of a prop. */
interface ReadProp {
  readonly description?: string;
  readonly tsType?: { readonly name: string; readonly raw?: string };
  readonly required?: boolean;
}

interface Documented {
  readonly __docgenInfo?: { readonly props?: Readonly<Record<string, ReadProp>> };
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

/** A type as it is written, without the `undefined` that every optional prop has. */
export function writeType({ tsType, required }: ReadProp): string {
  const written = (tsType?.raw ?? tsType?.name ?? 'unknown').replaceAll(/\s+/g, ' ');
  return required === true ? written : written.replace(/ \| undefined$/, '').replace(/^\((\(.*\) => .*)\)$/, '$1');
}

/** What a reader can change a prop by: words, numbers and choices; a function or an object stays what the story gives. */
function controlOf(type: string): 'text' | 'number' | 'boolean' | undefined {
  const controls = { string: 'text', number: 'number', boolean: 'boolean' } as const;
  return type in controls ? controls[type as keyof typeof controls] : undefined;
}

const isChoice = (type: string): boolean =>
  /^(?:'[^']*'|\d+|true|false)(?: \| (?:'[^']*'|\d+|true|false))*$/.test(type);

/**
 * Fills the table of props from the source: types as they are written and not as their kind, defaults in their column, and below
 * the words which attribute a style sheet finds the state by.
 */
export const describeProps: ArgTypesEnhancer = ({ argTypes, component }) => {
  const read = (component as Documented | undefined)?.__docgenInfo?.props ?? {};
  return Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      const prop = read[name];
      const comment = readComment(prop?.description ?? argType.description ?? '');
      const type = prop === undefined ? undefined : writeType(prop);
      const states = comment.selectors.map((selector) => `\`${selector}\``).join(', ');
      return [
        name,
        {
          ...argType,
          // What a story offers to pick from stays.
          ...(type === undefined || isChoice(type) || argType.options !== undefined
            ? {}
            : { control: controlOf(type) ?? false }),
          description: states === '' ? comment.text : `${comment.text}\n\nIts state, for style sheets: ${states}`,
          table: {
            ...argType.table,
            ...(type === undefined ? {} : { type: { summary: type } }),
            ...(comment.fallback === undefined ? {} : { defaultValue: { summary: comment.fallback } }),
          },
        },
      ];
    }),
  );
};
