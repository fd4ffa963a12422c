/** What a file of stories holds. */
export interface StoryCount {
  readonly stories: number;
  /** Stories that do what a person does, and look at what came of it. */
  readonly plays: number;
  /** Stories that are compared with a picture, in each theme. */
  readonly pictures: number;
}

/** Counts the stories of a file's text. */
export function storiesOf(text: string): StoryCount {
  const [, ...stories] = text.split(/^export const (?=\w+: Story\b)/m);
  const having = (what: RegExp): number => stories.filter((story) => what.test(story)).length;
  return { stories: stories.length, plays: having(/^ {2}play[:,(]/m), pictures: having(/^ {2}tags: \['visual'/m) };
}
