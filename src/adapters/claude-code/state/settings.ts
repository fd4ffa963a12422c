/** The settings of a run that the log repeats over and over. */
type Setting = 'permission mode' | 'mode' | 'effort' | 'model' | 'directory' | 'branch' | 'title';

/** Tells changes of settings from repetitions. */
export class Settings {
  private readonly values = new Map<Setting, string>();

  /** The value before, if it was another one; `first` where there was none, `same` where nothing changed. */
  change(setting: Setting, value: string): { is: 'first' | 'same' } | { is: 'changed'; from: string } {
    const from = this.values.get(setting);
    if (from === value) return { is: 'same' };
    this.values.set(setting, value);
    return from === undefined ? { is: 'first' } : { is: 'changed', from };
  }
}
