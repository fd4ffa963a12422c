import type { session as english } from '../english/session.ts';
import type { MessageText } from '../messages.ts';

/** What the card of a session says. */
export const session: Readonly<Record<keyof typeof english, MessageText>> = {
  'session.title': '标题',
  'session.id': '会话',
  'session.outcome': '结果',
  'session.model': '模型',
  'session.modelUnknown': '日志未记录模型',
  'session.folder': '目录',
  'session.branch': '分支',
  'session.commit': '提交',
  'session.cli': '命令行工具',
  'session.provider': '提供方',
  'session.sandbox': '沙箱',
  'session.approval': '审批',
  'session.reasoning': '推理强度',
  'session.summaries': '推理摘要',
  'session.source': '来源',
  'session.started': '开始',
  'session.duration': '时长',
  'session.active': '活跃',
  'session.tokensOut': '输出 token',
  'session.cacheRead': '缓存读取',
  'session.calls': '调用',
  'session.failed': '失败',
  account: '{n} 条记录：{parts}',
  'account.converted': '转换 {n}',
  'account.ignored': '忽略 {n}',
  'account.unknown': '未知 {n}',
  'account.dropped': '丢弃 {n}',
};
