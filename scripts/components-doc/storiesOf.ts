/** What a file of stories contains. */
export interface StoryCount {
  readonly stories: number;
  /** Number of stories that act as a user would and check the outcome. */
  readonly plays: number;
  /** Number of stories that are compared with a picture, in each theme. */
  readonly pictures: number;
}

/** Counts the stories in the text of a file. */
export function storiesOf(text: string): StoryCount {
  const [, ...stories] = text.split(/^export const (?=\w+: Story\b)/m);
  const having = (what: RegExp): number => stories.filter((story) => what.test(story)).length;
  return { stories: stories.length, plays: having(/^ {2}play[:,(]/m), pictures: having(/^ {2}tags: \['visual'/m) };
}
