/** What a piece of code is, as far as it is coloured. */
export const codeKinds = [
  'comment',
  'keyword',
  'string',
  'number',
  'name',
  'type',
  'property',
  'quiet',
  'added',
  'removed',
  'strong',
] as const;

export type CodeKind = (typeof codeKinds)[number];

/** A piece of a line of code. */
export interface CodePart {
  readonly text: string;
  readonly kind: CodeKind | undefined;
}

/** A text of code, line by line. */
export type CodeLines = readonly (readonly CodePart[])[];
