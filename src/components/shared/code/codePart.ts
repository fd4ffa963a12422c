/** Kind of a piece of code, which decides its colour. */
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
