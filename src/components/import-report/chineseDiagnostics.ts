import type { DiagnosticCode } from '../../session/diagnostics.ts';
import type { DiagnosticText } from './importFacts.ts';

/**
 * What every diagnostic means and what to do about it, in simplified Chinese; in English the catalogue itself says it. Not among
 * the messages of the kit, which every component carries, because the report alone speaks of diagnostics.
 */
export const chineseDiagnostics: Readonly<Record<DiagnosticCode, DiagnosticText>> = {
  'torn-record': { meaning: '文件的最后一条记录不完整。', remedy: '日志可能仍在写入：写完后请重新转换。' },
  'invalid-record': { meaning: '有一条记录不是有效的 JSON。', remedy: '请查看所指的行；文件的其余部分已转换。' },
  'invalid-json': { meaning: '文件不是有效的 JSON。', remedy: '请在所指的行和列改正文件。' },
  'glued-records': { meaning: '同一行里有多个 JSON 对象，已分开。', remedy: '无需处理。' },
  'record-too-large': { meaning: '有一条记录超过读取上限。', remedy: '如果这条记录重要，请提高上限。' },
  'invalid-utf8': { meaning: '不是 UTF-8 的字节已替换为 U+FFFD。', remedy: '请检查写入日志的程序所用的编码。' },
  'nul-bytes': { meaning: '已从一条记录中删除 NUL 字节。', remedy: '文件可能因崩溃而损坏；请检查磁盘。' },
  'lone-surrogate': {
    meaning: '半个代理对已替换为 U+FFFD。',
    remedy: '无需处理；来源在一个字符的中间截断了文本。',
  },
  'nesting-too-deep': { meaning: '有一个值嵌套过深，已用标记代替。', remedy: '除非这个值重要，否则无需处理。' },
  'number-rounded': {
    meaning: '有一个值包含大于 2^53 的整数，读取 JSON 的程序只保留它的前 15 至 17 位数字。',
    remedy: '如果每一位都重要，请查看日志；来源引用指明了位置。',
  },
  'empty-source': { meaning: '文件中没有记录。', remedy: '无需处理。' },
  'ambiguous-format': {
    meaning: '两个适配器以同样的把握认领这个文件。',
    remedy: '请指明格式：`pnpm etl --format ID`。',
  },
  'unknown-format': {
    meaning: '没有适配器认识这个文件。',
    remedy: '如果它是代理的日志，请用 `--format` 指明格式，或附上样例提交问题。',
  },
  'unsupported-version': { meaning: '文件的格式已知，但适配器还不能读取这种形式。', remedy: '请附上样例提交问题。' },
  'unknown-record': {
    meaning: '一条类型未知的记录已原样保留。',
    remedy: '请附上样例提交问题：格式很可能有了新内容。',
  },
  'malformed-record': { meaning: '一条已知类型的记录缺少必要的内容。', remedy: '请查看所指的行。' },
  'unanswered-call': { meaning: '有一次调用在日志中没有结果。', remedy: '无需处理；运行被中断，或仍在进行。' },
  'orphan-result': {
    meaning: '有一个结果不对应日志中的任何调用；已作为通知保留。',
    remedy: '无需处理；该调用在更早的文件中，或已被压缩掉。',
  },
  'duplicate-result': { meaning: '有一次调用有多个结果；以第一个为准。', remedy: '无需处理。' },
  'duplicate-call': { meaning: '两次调用的原生编号相同。', remedy: '无需处理；两次都已保留。' },
  'guessed-pairing': {
    meaning: '来源没有说明某个结果属于哪次调用，已按顺序配对。',
    remedy: '无需处理；该条目已标为推断。',
  },
  'guessed-boundary': {
    meaning: '一个事件的结尾和下一个事件的开头是推测的。',
    remedy: '无需处理；该条目已标为推断。',
  },
  'time-inferred': { meaning: '来源没有时钟；时间依次相接。', remedy: '无需处理；相关字段已标为推断。' },
  'clock-backwards': { meaning: '有一次调用在开始之前就结束了；其耗时已设为 0。', remedy: '无需处理。' },
  'invalid-time': { meaning: '有一个时间无法读取。', remedy: '无需处理；时间已由前后条目推断。' },
  'unlinked-subagent': {
    meaning: '不清楚是哪次调用启动了某个子代理。',
    remedy: '无需处理；其运行已保留，没有上级调用。',
  },
  'zone-assumed': {
    meaning: '日志中的时间没有时区；已按 UTC 处理。',
    remedy: '除非日志写于其他时区，否则无需处理：相关字段已标为推断。',
  },
  'missing-companion': {
    meaning: '日志指向的文件不在给出的文件之中。',
    remedy: '请把它所在的文件夹也作为路径给出。',
  },
  'missing-subagents': {
    meaning: '一次调用启动了子代理，但其日志不在给出的文件之中：它做了什么无从得知。',
    remedy: '请给出会话的整个文件夹，连同日志旁边的文件。',
  },
  'path-outside-roots': {
    meaning: '日志指向的文件在给出的根目录之外；没有读取。',
    remedy: '如果您信任它，请把它所在的文件夹作为路径给出。',
  },
  'upgraded-shape': { meaning: '会话以 STD-001 的较早形式写成，已升级。', remedy: '无需处理。' },
  'unknown-value': {
    meaning: '枚举之外的一个值已替换为最接近的值；原值在 `extensions` 中。',
    remedy: '无需处理。',
  },
  'not-a-session': {
    meaning: '这个 JSON 不是任何形式的 STD-001 会话。',
    remedy: '请检查文件；会话至少有一个编号，以及调用、阶段或步骤。',
  },
  'id-taken': {
    meaning: '会话不能保留自己的编号：另一个会话已在使用它。',
    remedy: '如果它们不是同一个会话，请在其中一个来源里改编号。',
  },
  'schema-violation': { meaning: '有一个字段不符合模式。', remedy: '请改正所指的字段。' },
  'transcript-used': {
    meaning: '这份日志是某个完整记录的摘要，而该记录也在文件之中；已改为转换完整记录。',
    remedy: '无需处理。',
  },
  'invalid-id': { meaning: '有一个编号不是 UUID，而数据模型要求 UUID。', remedy: '无需处理。' },
  'model-violation': {
    meaning: '有一个字段不符合来源格式自己的数据模型；已按原样转换。',
    remedy: '无需处理；若日志由您写入，请改正所指的字段。',
  },
  'future-time': { meaning: '有一个步骤的时间在未来。', remedy: '请检查写入日志的机器的时钟和时区。' },
  'missing-directory': {
    meaning: '会话的项目目录在这台机器上不存在。',
    remedy: '无需处理；会话是在别处记录的，或项目已移动。',
  },
  'step-order': {
    meaning: '有一个步骤的序号不大于它前面的序号。',
    remedy: '无需处理；步骤按文件中的顺序保留。',
  },
  'time-outside-run': {
    meaning: '有一个步骤早于会话的开始，或在未来。',
    remedy: '请检查写入日志的机器的时钟和时区。',
  },
  'text-too-long': { meaning: '有一份摘要超过数据模型允许的长度。', remedy: '无需处理；全文已保留。' },
  'premature-field': { meaning: '有一个字段已有值，而其记录的状态尚不允许。', remedy: '无需处理。' },
  'stale-session': {
    meaning: '有一个会话记为运行中，但十多分钟内没有任何动静。',
    remedy: '无需处理；监控程序很可能在关闭会话之前就结束了。',
  },
  'dangling-call-id': { meaning: '有内容引用了不存在的调用。', remedy: '请在来源中改正引用。' },
  'dangling-run-id': { meaning: '有内容引用了不存在的会话或子会话。', remedy: '请在来源中改正引用。' },
  'cyclic-runs': { meaning: '子会话互相嵌套。', remedy: '请在来源中改正 `parent_session_id`。' },
  'backward-range': { meaning: '有一个范围的终点在起点之前。', remedy: '请在来源中改正范围。' },
  'overlapping-ranges': { meaning: '两个阶段标注覆盖了同一次调用。', remedy: '请在来源中改正范围。' },
  'uncovered-calls': { meaning: '有些调用没有任何阶段标注覆盖。', remedy: '请补上标注，或全部不写。' },
  'duplicate-id': { meaning: '两个条目的编号相同。', remedy: '请在来源中改正编号。' },
  'count-mismatch': { meaning: '摘要中的一个数目与实际不符。', remedy: '无需处理；以实际内容为准。' },
  'time-order': {
    meaning: '有一个条目或会话在开始之前就结束了，或有一次调用早于排在它前面的调用开始。',
    remedy: '无需处理。',
  },
  'missing-content': { meaning: '会话引用的一个内容文件不存在。', remedy: '请重新转换来源。' },
};
