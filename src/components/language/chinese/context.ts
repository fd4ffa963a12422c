import type { context as english } from '../english/context.ts';
import type { MessageText } from '../messages.ts';

/** What markers of context and links between calls say. */
export const context: Readonly<Record<keyof typeof english, MessageText>> = {
  markers: '上下文',
  'markers.more': '还有 {n} 项',
  'legend.types': '上下文类型',
  'legend.relevance': '相关程度',
  'view.editor': '打开文件',
  'view.editor.host': '页面指定的编辑器',
  'view.editor.none': '不打开',
  'view.masking': '遮蔽',
  'view.masking.all': '全部个人信息',
  'view.masking.values': '密钥',
  'view.masking.off': '不遮蔽',
  'replay.show.links': '全部上下文连线',
  'links.into': '用到的上下文',
  'links.from': '用于',
  'links.quote': '引用 {n} 行：',
  'links.file': '修改前读过：',
  'links.place': '位置来自',
  'links.annotation': '标注说明：',
  'links.words': '提到',
};
