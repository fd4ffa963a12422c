import type { lanes as english } from '../english/lanes.ts';
import type { MessageText } from '../messages.ts';

/** What the lanes of agents say. */
export const lanes: Readonly<Record<keyof typeof english, MessageText>> = {
  lanes: '泳道',
  'lanes.main': '主代理',
  'lanes.subagent': '子代理',
  'lanes.toFirst': '回到最上面的泳道',
  'lanes.height': '泳道高度',
  'lanes.running': '{name} 正在运行',
  'lanes.whole': '整个会话',
  'lanes.view': '视图',
  'lanes.panBack': '往前',
  'lanes.panOn': '往后',
  'lanes.zoomIn': '放大',
  'lanes.zoomOut': '缩小',
  'lanes.showWhole': '显示整个会话',
  'lanes.viewFrom': '视图起点',
  'lanes.viewTo': '视图终点',
  'lanes.expand': '显示 {agent} 下的 {n} 条泳道',
  'lanes.collapse': '隐藏 {agent} 下的 {n} 条泳道',
  'lanes.more': '还有 {n} 条泳道',
  'lanes.stretch': '{from} – {to}',
  'lanes.zoomToStretch': '放大到此段',
  'lanes.clearStretch': '取消选择',
  'lanes.together': '此处还有 {n} 次调用',
  'lanes.help':
    '方向键在调用之间移动，回车跳到该调用。加号和减号缩放，A 和 D 移动视图，F 显示整个会话。Shift 加方向键选择一段，Z 放大到该段。',
};
