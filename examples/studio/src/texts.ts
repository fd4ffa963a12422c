const en = {
  open: 'Open logs, or drop them anywhere',
  refused: 'Not replayed:',
  unknownFormat: 'no log of a format that the kit knows',
  failed: 'This could not be read.',
  reading: 'Reading',
  compare: 'Compare with…',
  choose: 'Choose the session to compare with',
  stop: 'Stop comparing',
  sessions: 'Sessions',
  light: 'Light',
  dark: 'Dark',
  appliedIn: 'Changes are applied in',
  notApplied: 'Not applied.',
};

/** The texts of this app; the kit has its own. */
export const texts: Record<'en' | 'zh', typeof en> = {
  en,
  zh: {
    open: '打开日志，或拖到任意位置',
    refused: '未能回放：',
    unknownFormat: '不是已知格式的日志',
    failed: '无法读取。',
    reading: '正在读取',
    compare: '与其他会话对比…',
    choose: '请选择要对比的会话',
    stop: '结束对比',
    sessions: '会话列表',
    light: '浅色',
    dark: '深色',
    appliedIn: '改动将应用到',
    notApplied: '未应用。',
  },
};
