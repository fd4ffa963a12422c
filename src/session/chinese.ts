import { type DiagnosticCode, diagnosticCatalogue } from './diagnostics.ts';

/** A diagnostic's texts for a reader. */
export interface DiagnosticText {
  /** Its meaning, in one sentence. */
  readonly meaning: string;
  /** What the reader can do about it. */
  readonly remedy: string;
}

/**
 * Meaning and remedy of every diagnostic, in simplified Chinese; the English texts are in the catalogue itself. Kept apart from the kit's
 * messages, which every component carries, because only reports show diagnostics.
 */
export const chineseDiagnostics: Readonly<Record<DiagnosticCode, DiagnosticText>> = {
  'torn-record': { meaning: '文件的最后一条记录不完整。', remedy: '日志可能仍在写入：写完后请重新转换。' },
  'invalid-record': { meaning: '有一条记录不是有效的 JSON。', remedy: '请查看所指的行；文件的其余部分已转换。' },
  'invalid-json': { meaning: '文件不是有效的 JSON。', remedy: '请在所指的行和列改正文件。' },
  'glued-records': { meaning: '同一行里有多个 JSON 对象，已分开。', remedy: '无需处理。' },
  'joined-lines': { meaning: '记录中的一个字符串含有原始换行符：已将各行合并。', remedy: '无需处理。' },
  'file-too-large': {
    meaning: '只能整体读取的文件超过了读取上限。',
    remedy: '请用 `pnpm etl` 或 `agent-replay` 转换，它们能读取任意大小的文件。',
  },
  'missing-database-log': {
    meaning: '数据库把最新的行存放在旁边的文件里，而该文件不在其中。',
    remedy: '请一并提供名称以 `-wal` 结尾的文件；如果没有该文件，则没有缺失。',
  },
  'malformed-page': {
    meaning: '数据库有一页已损坏或不存在。',
    remedy: '其余各页已转换；请在没有程序写入时重新复制数据库。',
  },
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
  'forced-format': {
    meaning: '文件确定属于另一种格式，而不是所指定的格式。',
    remedy: '除非确有把握，请去掉 `--format`：格式会自动识别。',
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
    remedy: '除非日志写于其他时区，否则无需处理；若是，请用 `--zone` 指明。相关字段已标为推断。',
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

/**
 * Reasons for ignoring records, in simplified Chinese, by the name that an adapter gives the reason; in English the name itself is shown. A
 * reason that a later version adds is missing here and is shown by its name.
 */
export const chineseReasons: ReadonlyMap<string, string> = new Map([
  ['agent_progress_copy', '子代理记录的副本'],
  ['approval', '已获准的询问'],
  ['blank', '空行'],
  ['cli_state', '命令行工具自身的状态'],
  ['command_progress', '命令的中间输出'],
  ['control', '程序与宿主之间的约定'],
  ['copied_history', '从父线程复制的历史'],
  ['context_copy', '再次写入的模型上下文'],
  ['delivery_flag', '代理间消息的投递标记'],
  ['doubled_thread', '审查的两个线程重复打印的思考'],
  ['empty_message', '空消息'],
  ['encrypted_context', '加密的压缩上下文'],
  ['ephemeral', '只在捕获输出时出现的片段'],
  ['file_history', '撤销用的文件备份记录'],
  ['in_database', '数据库中已有的会话'],
  ['no_run', '没有日志的配置或任务'],
  ['no_tokens', '没有 token 数的计数'],
  ['opaque', '无法读取的二进制内容'],
  ['not_chat', '数据库中不属于对话的行'],
  ['deleted_composer', '已删除对话的消息'],
  ['empty_composer', '没有消息的对话'],
  ['listed_composer', '列表中的对话名称'],
  ['other_session', '同一文件夹中其他会话的内容'],
  ['parent_history', '父会话中已有的历史'],
  ['partial', '流式输出的片段'],
  ['progress', '进行中的提示'],
  ['prompt_copy', '提示的副本'],
  ['queue_step', '提示队列的变动'],
  ['repeated_answer', '重复打印的回答'],
  ['repeated_call', '重复的调用'],
  ['repeated_checklist', '未变的检查清单'],
  ['repeated_diff', '重复打印的差异'],
  ['repeated_header', '恢复时重写的线程头'],
  ['repeated_init', '重复写入的会话设置'],
  ['repeated_message', '重复的消息'],
  ['repeated_messages', '回合结束时重复写入的消息'],
  ['repeated_setting', '未变的设置或标题'],
  ['repeated_result', '调用中已有的结果'],
  ['repeated_settings', '未变的回合设置'],
  ['repeated_startup', '重复的服务器启动信息'],
  ['repeated_step', '重复写入的步骤'],
  ['repeated_system', '重复写入的模型指令'],
  ['repeated_thinking', '重复的思考'],
  ['repeated_tokens', '未增长的 token 总数'],
  ['replayed_record', '重复写入的旧记录'],
  ['search_announced', '网页搜索的开始'],
  ['silent_hook', '没有输出的钩子'],
  ['snapshot', '文件或程序状态的快照'],
  ['state_marker', '空的状态标记'],
  ['status_line', '只更改状态行的结果'],
  ['step_mark', '步骤开始的标记'],
  ['telemetry', '其他记录已有的统计'],
  ['program', '程序自身的提示、工具与设置'],
  ['repeated_prompt', '前面记录已有的消息'],
  ['repeated_usage', '步骤结束时已计入的用量'],
  ['subagent_file', '子代理自己的文件已有的记录'],
  ['model_context', '模型看到的上下文，日志已有'],
  ['status', '上下文占用情况'],
  ['companion', '会话记录旁的资料文件'],
  ['companion_alone', '缺少会话记录的资料文件'],
  ['tool_definitions', '给模型的工具定义'],
  ['tool_progress', '工具的开始或结束标记'],
  ['transcript_copy', '对话记录的第二份副本'],
  ['transcript_used', '已改用对话记录的步骤'],
  ['turn_mark', '回合开始或结束的标记'],
  ['update_time', '文件的更新时间或内部记录'],
  ['unused_content', '没有条目引用的内容文件'],
  ['usage_checkpoint', '到目前为止的费用'],
  ['warmup_agent', '预热缓存的代理'],
  ['world_state', '模型环境的快照'],
]);

/** Why a file is no log or no run, and what an ETL says of files, by the English sentence. A `*` stands for a name or a number. */
const sentences: Readonly<Record<string, string>> = {
  // Files that belong to no run
  'the history of prompts of all projects': '所有项目的提示历史',
  'an index of the sessions of a project': '一个项目的会话索引',
  'a checklist that the CLI keeps beside a session': '命令行工具在会话旁保存的检查清单',
  'holds only titles and settings of Claude Code, no conversation': '只有 Claude Code 的标题和设置，没有对话',
  'is the prompt history of all threads (history.jsonl)': '所有线程的提示历史（history.jsonl）',
  'is the index of thread names (session_index.jsonl)': '线程名称的索引（session_index.jsonl）',
  'a report of the tool that validates review logs': '审查日志校验工具的报告',
  'a report of the tool that replays review logs': '审查日志回放工具的报告',
  'a report of the tool that validates the planner': '规划器校验工具的报告',
  'the output of the planner project’s demo': '规划器项目演示的输出',
  'the live output of a step, which the log holds when the step has ended': '步骤的实时输出，步骤结束后日志中会有',
  'the answer of the status command, made from the log': '状态命令根据日志给出的回答',
  // Why a file is not of a format
  'a session of Qwen Code: its messages have parts, or a system payload':
    'Qwen Code 的会话：消息由多个部分组成，或带有系统内容',
  'a session of Factory droid': 'Factory droid 的会话',
  'the output of `claude -p --output-format stream-json`, which is no transcript':
    '`claude -p --output-format stream-json` 的输出，不是对话记录',
  'a transcript of Cursor: roles without an envelope': 'Cursor 的对话记录：有角色而无外层结构',
  'a compact copy of a transcript made by Entire, without its envelope': 'Entire 制作的对话记录精简副本，没有外层结构',
  'a trajectory in the ATIF format': 'ATIF 格式的轨迹',
  'a thread or session of Codex': 'Codex 的线程或会话',
  'lies in a folder that is not named after a session': '所在文件夹不是以会话命名的',
  'it lies in the content folder of a session': '位于某个会话的内容文件夹中',
  'The session of a content file is not among the files given.': '内容文件所属的会话不在给定的文件中。',
  'no record has the envelope of a Claude Code transcript (sessionId, uuid, message)':
    '没有一条记录具有 Claude Code 对话记录的外层结构（sessionId、uuid、message）',
  'the file is empty': '文件为空',
  'its Codex banner stands in a code fence: a document that quotes a log': 'Codex 标题在代码块中：是引用日志的文档',
  'its lines are JSON: a rollout or `codex exec --json`, not what a person reads':
    '各行是 JSON：是会话文件或 `codex exec --json` 的输出，不是给人看的日志',
  'has no Codex banner that a rule and a workdir follow': '没有 Codex 标题及其后的分隔线和工作目录',
  'no record has an id, a parent and parts, a payload or a result of Qwen Code':
    '没有一条记录含有 Qwen Code 的 id、父记录以及内容片段、附加数据或结果',
  'has the state of a session of Kimi Code': '含有 Kimi Code 会话的状态',
  'begins with no protocol version, and has no events of Kimi': '开头没有协议版本，也没有 Kimi 的事件',
  'titles or sums up another session': '为另一会话生成标题或摘要',
  'has neither messages, the state nor the history of a session of Kiro CLI': '没有 Kiro CLI 会话的消息、状态或历史',
  'tells of a process of Qwen Code': '记录的是 Qwen Code 的进程',
  "is the database of Cursor's editor": '是 Cursor 编辑器的数据库',
  'is a database of an editor, in whose beginning no chat of Cursor is named':
    '是某编辑器的数据库，其开头没有 Cursor 的聊天',
  'is a database without the tables of Cursor': '是数据库，但没有 Cursor 的表',
  'no record is a role with a bare message, or an event of a stream of Cursor':
    '没有一条记录是只带角色的消息，也不是 Cursor 输出流的事件',
  'is a database of another program called opencode': '是另一个名为 opencode 的程序的数据库',
  'is a database without the tables of OpenCode': '是数据库，但没有 OpenCode 的表',
  'is an index beside a database, of which only the programs that have it open make use':
    '是数据库旁的索引，只有打开该数据库的程序才会使用',
  'has no header with sessionId, projectHash and startTime': '没有含 sessionId、projectHash 和 startTime 的文件头',
  'holds the prompts of a project, which their sessions tell': '项目的提示历史，会话中已有',
  'holds what an edit can be taken back to': '撤销编辑用的还原点',
  'is compressed, and not named like a rollout': '是压缩文件，但名称不像 Codex 会话文件',
  'holds no whole record of a rollout': '没有一条完整的 Codex 会话记录',
  'what follows the header is no item of a rollout': '文件头之后不是 Codex 会话的条目',
  'is the event stream of `codex exec --json`, not a rollout': '是 `codex exec --json` 的事件流，不是会话文件',
  'its records of type * are none of a rollout': '类型为 * 的记录不属于 Codex 会话文件',
  'its records have a type (*) but no payload, and no rollout header':
    '记录有类型（*）而没有 payload，也没有会话文件头',
  'its records have neither the envelope of a rollout nor the header of an old one':
    '记录既没有 Codex 会话文件的外层结构，也没有旧版的文件头',
  'it has the fields of no file of a session folder': '字段不符合会话文件夹中的任何文件',
  'no line has a question and a plan': '没有一行同时含有问题和计划',
  'it is not one JSON object': '不是单个 JSON 对象',
  'has records of another tool': '含有其他工具的记录',
  'no record is a system/init with a session_id, or a message of such a session':
    '没有带 session_id 的 system/init 记录，也没有这类会话的消息',
  'no record is a thread.started, or an item of a turn': '没有 thread.started 记录，也没有回合中的条目',
  'has no session.start of Copilot, and no two events with its names':
    '没有 Copilot 的 session.start，也没有两个以其名称命名的事件',
  'is no export with the info of a session, and no stream of parts': '不是带会话信息的导出，也不是由片段组成的流',
  'does not begin with a session header (id, timestamp, cwd)': '开头没有会话文件头（id、timestamp、cwd）',
  'it has no marks of STD-001': '没有 STD-001 的标志',
  'it has no calls, phases or steps of STD-001': '没有 STD-001 的调用、阶段或步骤',
  'it has a list of calls, but neither an id nor a mark of STD-001': '有调用列表，但既没有编号，也没有 STD-001 的标志',
  'neither a log nor a companion file of the workflow tool': '既不是工作流工具的日志，也不是其附属文件',
  // What does not fit the schema
  'The field * does not fit: it is *, expected is *.': '字段 * 不合要求：现为 *，应为 *。',
  'the session': '会话本身',
  nothing: '无',
  'an object': '对象',
  'an array of *': '* 项的数组',
  'a string of * characters': '* 个字符的文本',
  'a string': '文本',
  'a string that is not empty': '非空文本',
  'a whole number, 0 or more': '不小于 0 的整数',
  'a number, 0 or more': '不小于 0 的数',
  'an array of strings': '文本数组',
  // What an ETL skips or refuses
  'The file is empty.': '文件为空。',
  'The file is encoded in UTF-16.': '文件是 UTF-16 编码。',
  'It is a database of SQLite, but of no program that the kit knows.': '是 SQLite 数据库，但不属于已知的程序。',
  'The file is binary, and no text.': '文件是二进制数据，不是文本。',
  'Store it as UTF-8.': '请存为 UTF-8。',
  'Name the log itself.': '请指定日志本身。',
  'There is no such file or folder.': '没有这个文件或文件夹。',
  'Its name is not valid UTF-8, so that it cannot be opened by it.': '文件名不是有效的 UTF-8，无法按此名打开。',
  'It lies in the output folder, from which nothing is read.': '它在输出文件夹中，其中的内容一概不读。',
  'The output folder, from which nothing is read.': '这是输出文件夹，其中的内容一概不读。',
  'It is a named pipe, not a file or a folder.': '它是命名管道，不是文件或文件夹。',
  'It is a socket, not a file or a folder.': '它是套接字，不是文件或文件夹。',
  'It is a device, not a file or a folder.': '它是设备，不是文件或文件夹。',
  'Folders named * hold no logs.': '名为 * 的文件夹里没有日志。',
  'A link to something in the same folder, which is converted by its own name.':
    '指向同一文件夹内的链接，其目标按自己的名称转换。',
  'The same as *: every record of it stands there, too.': '与 * 相同：其中每条记录那里都有。',
  'A link that leads nowhere.': '链接指向的内容不存在。',
  'There is no permission for it.': '没有权限。',
  'Its links lead round in a circle.': '其链接绕成了一圈。',
  'Its name is too long.': '名称过长。',
  'Too many files are open.': '打开的文件过多。',
  'The disk is full.': '磁盘已满。',
  'The disk failed.': '磁盘出错。',
  'The system refused it (*).': '系统拒绝了操作（*）。',
  'A link that leaves the folder given is not followed.': '不跟随指向所给文件夹之外的链接。',
  'Give the folder it points to as a path too, if you trust it.': '如果信任它，请把它指向的文件夹也作为路径给出。',
  'Check that it can be read.': '请检查它是否可读。',
  'Check that the file can be read.': '请检查文件是否可读。',
  'Check the path.': '请检查路径。',
  'Write what it holds to a file, and give that.': '请把其内容写入文件，再给出该文件。',
  'Rename it.': '请改名。',
  'Give --out a folder of its own, beside the logs.': '请用 --out 另指定一个文件夹，放在日志之外。',
  'Check that the file can be read; if so, this is a bug of the adapter: report it to who made it.':
    '请检查文件能否读取；若能，则是适配器的缺陷：请反馈给其作者。',
  'Check that the file can be read and the disk has room; if so, this is a bug of the kit: report it.':
    '请检查文件是否可读、磁盘是否有空间；若都没有问题，则是程序自身的错误，请反馈。',
  // What stops an ETL
  '* is no file, but an index of sessions. Remove it, then run again.':
    '* 不是文件，而此处应为会话索引。请删除后重试。',
  '* is no file, but the catalogue belongs there. Move it away, then run again.':
    '*不是文件，但会话目录库应在那里。请移走后重新运行。',
  '* is kept in SQLite, which this Node does not have. Run it with Node 22.13 or newer, as the folder was written; or name another folder with --out.':
    '*由 SQLite 保存，而当前 Node 不带 SQLite。请用写出该文件夹的 Node 22.13 或更新版本运行，或用 --out 指定另一个文件夹。',
  '* is gone, and * names only the newest of its sessions. Restore it; or remove that, too: then the sessions are written again under new names.':
    '*已不存在，而*只列出其中最新的会话。请恢复它；或把后者也删除：会话将以新名称重新写出。',
  '* is no catalogue of sessions. Move it away, then run again.': '*不是会话目录库。请移走后重新运行。',
  '* was written by a newer kit. Use that, or name another folder with --out.':
    '*由更新版本的工具写出。请使用该版本，或用 --out 指定另一文件夹。',
  '*: another run has been writing for * s. Run again when it has ended.':
    '*：另一次运行已写入 * 秒。请等它结束后重新运行。',
  '*: the catalogue is damaged (*). Restore it from a copy; or remove it, and private.json beside it: then the sessions are written again under new names.':
    '*：会话目录库已损坏（*）。请从备份恢复；或删除它以及旁边的 private.json：会话将以新名称重新写出。',
  '*: the disk is full. Nothing is lost: make room, then run again.':
    '*：磁盘已满。没有丢失任何内容：请腾出空间后重新运行。',
  '*: the catalogue cannot be opened for writing (*). Look at its permissions, and at those of its folder.':
    '*：无法打开会话目录库写入（*）。请检查它及其文件夹的权限。',
  '*: the catalogue could not be used (*). What was noted before holds; run again.':
    '*：无法使用会话目录库（*）。此前记下的内容有效；请重新运行。',
  'More than a million sessions say that they began in the same minute.': '超过一百万个会话声称在同一分钟开始。',
  '* is no folder, but the index of the sessions belongs there. Move it away, then run again.':
    '* 不是文件夹，而此处应为会话索引。请移走后重试。',
  "* is no folder, but a session's contents belong there. Move it away, then run again.":
    '* 不是文件夹，而此处应为会话的内容。请移走后重试。',
  '* is damaged. Restore it, or remove it: then the sessions are written again under new names.':
    '* 已损坏。请恢复它；或删除它，会话将以新名称重新写入。',
  '* would know more sessions than one index can. Leave it as it is, and name another folder with --out for what is new.':
    '* 收录的会话超出单个索引的上限。请保留原样，并用 --out 为新会话指定另一个文件夹。',
  '* is no file, but the lock of the folder belongs there. Remove it, then run again.':
    '* 不是文件，而此处应为文件夹的锁。请删除后重试。',
  '* was taken by another run while this one wrote. Run again when that has ended.':
    '* 在写入时被另一次运行占用。请等它结束后重试。',
};

/**
 * Built when a command first asks for it, so that bundlers can leave it, and the sentences above, out of a page that shows only
 * diagnostics.
 */
let catalogue: ReturnType<typeof createCatalogue> | undefined;

function createCatalogue() {
  const whole = new Map(Object.entries(sentences));
  for (const [code, { meaning, remedy }] of Object.entries(diagnosticCatalogue)) {
    const chinese = chineseDiagnostics[code as DiagnosticCode];
    whole.set(meaning, chinese.meaning).set(remedy, chinese.remedy);
  }
  // Sentences with placeholders, split at them.
  const gaps = Object.entries(sentences)
    .map(([english, chinese]) => ({ parts: english.split('*'), chinese }))
    .filter(({ parts }) => parts.length > 1);
  return { whole, gaps };
}

/** What stands at the placeholders between the parts of a sentence; undefined for another sentence. */
function fillingOf(english: string, [before = '', ...others]: readonly string[]): string[] | undefined {
  if (!english.startsWith(before)) return undefined;
  const filled: string[] = [];
  let from = before.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const to = isLast ? english.length - part.length : english.indexOf(part, from + 1);
    if (to <= from || !english.startsWith(part, to)) return undefined;
    filled.push(english.slice(from, to));
    from = to + part.length;
  }
  return filled;
}

/**
 * A sentence of a report in simplified Chinese: a diagnostic's meaning or remedy, why a file is no log, what an ETL refuses. Details in
 * parentheses at its end are kept. A sentence that is not in the catalogue stays English. What stands at a placeholder may be a sentence, too, but
 * not one with another in it: logs decide what stands there, and could nest them without end.
 */
export function inChinese(english: string): string {
  return translated(english, (filling) => translated(filling, (text) => text));
}

function translated(english: string, fill: (text: string) => string): string {
  catalogue ??= createCatalogue();
  const known = catalogue.whole.get(english);
  if (known !== undefined) return known;
  for (const { parts, chinese } of catalogue.gaps) {
    const filled = fillingOf(english, parts);
    if (filled !== undefined) return chinese.replaceAll('*', () => fill(filled.shift() ?? ''));
  }
  const detail = english.indexOf(' (');
  const said = detail === -1 ? undefined : catalogue.whole.get(english.slice(0, detail));
  return said === undefined ? english : `${said}${english.slice(detail)}`;
}
