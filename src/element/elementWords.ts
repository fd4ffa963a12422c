/** What an element says itself, besides what the components in it say. */
export const elementWords = {
  en: {
    open: 'Open the replay',
    reading: 'Reading the session',
    noSource: 'Nothing to replay: this element has no src. Give it the address of a session (STD-001 JSON).',
    failed: 'This session could not be shown.',
    hint: 'src takes a session in STD-001 JSON; agent-replay etl makes one of a log.',
    local:
      'A page that was opened from disk may not read files. Serve its folder, or write the replay as a page: agent-replay export.',
    notes: 'The notes cannot be shown.',
    again: 'Try again',
    broken: 'The replay stopped because of a fault in it.',
  },
  zh: {
    open: '打开回放',
    reading: '正在读取会话',
    noSource: '没有可回放的内容：此元素缺少 src。请填写会话（STD-001 JSON）的地址。',
    failed: '无法显示此会话。',
    hint: 'src 应指向 STD-001 JSON 会话；可用 agent-replay etl 由日志生成。',
    local: '从磁盘打开的网页不能读取文件。请用服务器提供该文件夹，或用 agent-replay export 写出回放网页。',
    notes: '无法显示笔记。',
    again: '重试',
    broken: '回放因内部错误而停止。',
  },
} as const;

export type ElementLanguage = keyof typeof elementWords;

/** What a reader can do about a session that was not shown, by its address and that of the page. */
export function hintFor(src: string, page: string, language: ElementLanguage): string {
  const { hint, local } = elementWords[language];
  return URL.canParse(src, page) && new URL(src, page).protocol === 'file:' ? local : hint;
}
