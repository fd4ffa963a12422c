/** The parts of a brief, in the order in which every view of it tells them: the page, the card in a list, the Markdown report. */
export const briefParts = [
  'asked',
  'answered',
  'open',
  'changed',
  'broke',
  'checks',
  'time',
  'tokens',
  'agents',
] as const;

/** A part of a brief. */
export type BriefPart = (typeof briefParts)[number];
