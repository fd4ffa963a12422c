import type { search as english } from '../english/search.ts';
import type { MessageText } from '../messages.ts';

/** What the search in a session says. */
export const search: Readonly<Record<keyof typeof english, MessageText>> = {
  search: '搜索会话内容',
  'search.field': '搜索会话内容',
  'search.placeholder': '词语、"短语" 或 tool:Bash',
  'search.next': '下一处',
  'search.previous': '上一处',
  'search.only': '仅看匹配',
  'search.close': '关闭搜索',
  'search.matches': '匹配项',
  'search.count': { other: '{n} 处' },
  'search.at': '第 {at} 处，共 {total} 处',
  'search.none': '没有找到',
  'search.noneHint': '此会话中没有同时满足这些条件的内容。',
  'search.searching': '正在搜索…',
  'search.limit': '限定',
  'search.in.input': '输入',
  'search.in.output': '输出',
  'search.wholes': { other: '有 {n} 段文本在此被缩短；完整内容（{size}）未被搜索。' },
  'search.wholes.load': '也搜索完整内容',
  'search.wholes.reading': { other: '正在读取 {read} / {n} …' },
  'search.wholes.read': '被缩短的文本已按完整内容搜索。',
  'search.wholes.failed': { other: '有 {n} 段完整内容无法加载。' },
  'search.wholes.again': '重试',
};
