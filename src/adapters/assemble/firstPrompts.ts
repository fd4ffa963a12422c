import { subjectOfPrompt } from './promptTitles.ts';

interface Prompt {
  seq: number;
  text: string;
  subject: string;
}

/** Number of prompts that are remembered: later ones say neither what a run was asked nor what it is about. */
const mostKept = 8;

/** The first prompts of a run. One that a rewind left behind counts only if none stands. */
export class FirstPrompts {
  private readonly isAbandoned: (seq: number) => boolean;
  private kept: Prompt[] = [];

  constructor(isAbandoned: (seq: number) => boolean) {
    this.isAbandoned = isAbandoned;
  }

  note(seq: number, text: string): void {
    if (this.kept.length >= mostKept) this.kept = this.kept.filter((each, at) => at === 0 || this.stands(each));
    if (this.kept.length < mostKept) this.kept.push({ seq, text, subject: subjectOfPrompt(text) });
  }

  /** Undefined if there is none. */
  get first(): string | undefined {
    return this.counting[0]?.text;
  }

  /** What the first prompt is about that says so, as `subjectOfPrompt` gives it; '' if none does. */
  get subject(): string {
    return this.counting.find(({ subject }) => subject !== '')?.subject ?? '';
  }

  private get counting(): readonly Prompt[] {
    const valid = this.kept.filter((each) => this.stands(each));
    return valid.length > 0 ? valid : this.kept;
  }

  private stands({ seq }: Prompt): boolean {
    return !this.isAbandoned(seq);
  }
}
