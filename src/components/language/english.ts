import { briefWords } from './english/brief.ts';
import { chaptersWords } from './english/chapters.ts';
import { compareWords } from './english/compare.ts';
import { detailWords } from './english/detail.ts';
import { eventsWords } from './english/events.ts';
import { everydayWords } from './english/everyday.ts';
import { filesWords } from './english/files.ts';
import { lanesWords } from './english/lanes.ts';
import { linksWords } from './english/links.ts';
import { notesWords } from './english/notes.ts';
import { overviewWords } from './english/overview.ts';
import { phasesWords } from './english/phases.ts';
import { profileWords } from './english/profile.ts';
import { replayWords } from './english/replay.ts';
import { runsWords } from './english/runs.ts';
import { searchWords } from './english/search.ts';
import { sessionsWords } from './english/sessions.ts';
import { transportWords } from './english/transport.ts';
import { viewersWords } from './english/viewers.ts';

/** The English catalogue; every other catalogue has the same keys. A component carries only the parts that it uses. */
export const english = {
  ...everydayWords,
  ...eventsWords,
  ...detailWords,
  ...phasesWords,
  ...overviewWords,
  ...sessionsWords,
  ...replayWords,
  ...transportWords,
  ...lanesWords,
  ...searchWords,
  ...runsWords,
  ...briefWords,
  ...chaptersWords,
  ...profileWords,
  ...filesWords,
  ...compareWords,
  ...viewersWords,
  ...linksWords,
  ...notesWords,
} as const;
