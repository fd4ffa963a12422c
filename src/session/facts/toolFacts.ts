import type { ToolCategory } from '../schema/std001v30.ts';
import { rememberAnswers } from '../text/rememberAnswers.ts';

/**
 * Groups of tools that do the same thing under different names. Views have one icon, with the same name, and one key argument per family.
 */
export type ToolFamily =
  | 'terminal'
  | 'read'
  | 'write'
  | 'edit'
  | 'notebook'
  | 'remove'
  | 'list'
  | 'search'
  | 'web'
  | 'agent'
  | 'message'
  | 'plan'
  | 'todo'
  | 'question'
  | 'skill'
  | 'picture'
  | 'checkpoint'
  | 'puzzle'
  | 'tool';

/** What a tool does to the files that its parameters name. */
export type ToolAccess = 'read' | 'change' | 'none';

/** What a tool's name says about its calls. */
export interface ToolFacts {
  readonly family: ToolFamily;
  readonly category: ToolCategory;
  /** Absent where the name does not say it. */
  readonly access?: ToolAccess;
  /** It runs a command, whose purpose the command itself says: see `commandPurpose`. */
  readonly shell?: true;
  /** It delegates work to another agent. */
  readonly delegates?: true;
  /** It only continues an earlier call, or waits for it. */
  readonly continues?: true;
  /** It waits for a person's answer. */
  readonly asks?: true;
  /** With it, an agent declares its work done. */
  readonly finishes?: true;
  /** Its `path` is, or may be, a folder to look through. */
  readonly folder?: true;
}

/** One row per group of tools with the same facts, by their names in lower case. A new format adds its names here. */
const table: readonly (ToolFacts & { readonly names: string })[] = [
  {
    names:
      'bash shell shell_command local_shell exec exec_command powershell cmd terminal run_command run_terminal_cmd ' +
      'run_shell_command execute_bash execute_cmd container.exec unified_exec user_shell_command',
    family: 'terminal',
    category: 'action',
    access: 'none',
    shell: true,
  },
  { names: 'write_stdin', family: 'terminal', category: 'action', access: 'none', continues: true },
  {
    names: 'bashoutput killshell killbash read_bash write_bash stop_bash list_bash read_powershell stop_powershell',
    family: 'terminal',
    category: 'task_management',
    access: 'none',
    continues: true,
  },
  {
    names: 'read fs_read read_file read_many_files readfile view view_file open cat notebookread',
    family: 'read',
    category: 'perception',
    access: 'read',
  },
  {
    names: 'write fs_write write_file writefile create create_file write_to_file',
    family: 'write',
    category: 'action',
    access: 'change',
  },
  {
    names:
      'edit edit_file multiedit strreplace strreplacefile update update_file apply_patch applypatch patch replace replace_in_file search_replace str_replace ' +
      'str_replace_editor str_replace_based_edit_tool',
    family: 'edit',
    category: 'action',
    access: 'change',
  },
  { names: 'notebookedit notebook', family: 'notebook', category: 'action', access: 'change' },
  { names: 'delete delete_file remove', family: 'remove', category: 'action', access: 'change' },
  {
    names: 'ls list list_dir list_directory list_files tree',
    family: 'list',
    category: 'perception',
    access: 'read',
    folder: true,
  },
  {
    names:
      'grep grep_files grep_search glob search search_files search_file_content find rg ripgrep file_search codebase_search semsearch',
    family: 'search',
    category: 'perception',
    access: 'read',
    folder: true,
  },
  { names: 'lsp researcher toolsearch tool_search', family: 'search', category: 'perception', access: 'read' },
  {
    names: 'webfetch websearch searchweb fetchurl web_search web_fetch google_web_search fetch web codesearch',
    family: 'web',
    category: 'perception',
    access: 'none',
  },
  { names: 'browser', family: 'web', category: 'action', access: 'none' },
  {
    names:
      'listmcpresources listmcpresourcestool list_mcp_resources readmcpresource readmcpresourcetool read_mcp_resource',
    family: 'puzzle',
    category: 'perception',
    access: 'none',
  },
  { names: 'callmcptool', family: 'puzzle', category: 'action', access: 'none' },
  { names: 'view_image readmediafile', family: 'picture', category: 'perception', access: 'read' },
  { names: 'screenshot', family: 'picture', category: 'perception', access: 'none' },
  {
    names:
      'task agent agentswarm spawn_agent subagent use_subagent delegate delegate_to_agent invoke_agent ' +
      'codebase_investigator generalist cli_help',
    family: 'agent',
    category: 'interaction',
    access: 'none',
    delegates: true,
  },
  { names: 'workflow', family: 'tool', category: 'interaction', access: 'none' },
  {
    names: 'wait wait_agent close_agent read_agent list_agents',
    family: 'agent',
    category: 'task_management',
    access: 'none',
    continues: true,
  },
  {
    names: 'sendmessage send_message send_input resume_agent',
    family: 'message',
    category: 'interaction',
    access: 'none',
  },
  {
    names: 'askuserquestion ask_user ask_user_question request_user_input question askquestion',
    family: 'question',
    category: 'interaction',
    access: 'none',
    asks: true,
  },
  { names: 'skill slashcommand activate_skill', family: 'skill', category: 'interaction', access: 'none' },
  { names: 'checkpoint', family: 'checkpoint', category: 'interaction', access: 'none', asks: true },
  { names: 'enterplanmode plan', family: 'plan', category: 'planning', access: 'none' },
  { names: 'exitplanmode exit_plan_mode', family: 'plan', category: 'planning', access: 'none', asks: true },
  { names: 'update_plan', family: 'todo', category: 'planning', access: 'none' },
  {
    names:
      'todowrite todoread settodolist todolist todo_write write_todos update_todo updatetodos todo taskcreate taskupdate tasklist taskget taskstop',
    family: 'todo',
    category: 'task_management',
    access: 'none',
  },
  { names: 'taskoutput', family: 'todo', category: 'task_management', access: 'none', continues: true },
];

const known: ReadonlyMap<string, ToolFacts> = new Map(
  table.flatMap(({ names, ...facts }) => names.split(' ').map((name): [string, ToolFacts] => [name, facts])),
);

const wordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words in the name of a tool without a row: first those for changing, then for looking, then for looking through folders. */
const changing = wordsOf(
  'add apply commit create delete drop edit insert install merge modify patch post publish push put remove rename ' +
    'replace save send set submit update upload write',
);
const reading = wordsOf('describe fetch find get grep list query read resolve search show view');
const throughFolders = wordsOf('dir find glob grep list search tree');
/** How the names of tools end with which an agent declares its work done. */
const finishing = /(^|_)(attempt_completion|task_complete|complete_task|finish|submit|done)$/i;

/** `mcp__server__tool`, and `server.tool` and `server/tool`, as Codex logs name what a server offers. */
const served = /^mcp__|^[\w-]{1,60}[./][\w-]{1,100}$/;
/** Length of the start of a name that is analysed. */
const MAX_NAME = 200;

/**
 * The facts about a tool's name, in any case. For a name without a row its words decide: the tool acts, unless they say that it only looks.
 * A tool of a server (`mcp__server__tool`, `server.tool`) belongs to the family with the puzzle-piece icon.
 */
export const toolFacts = rememberAnswers((name: string): ToolFacts => {
  const lower = name.toLowerCase();
  return known.get(lower) ?? unlistedToolFacts(name.slice(0, MAX_NAME), served.test(lower));
});

/** The category of a tool by its name. */
export function toolCategory(name: string): ToolCategory {
  return toolFacts(name).category;
}

const changingFamilies: ReadonlySet<ToolFamily> = new Set(['write', 'edit', 'notebook', 'remove']);

/** Whether the tools of a family change the file that they name; what tools of other families call a path may lie elsewhere. */
export function changesFile(family: ToolFamily): boolean {
  return changingFamilies.has(family);
}

/** The family of a tool by its name. */
export function toolFamily(name: string): ToolFamily {
  return toolFacts(name).family;
}

/** A tool's name as it is read: an MCP tool by its own name, after its server's. */
interface ToolLabel {
  readonly server?: string;
  readonly name: string;
}

/** Splits `mcp__server__tool`; any other name is itself. */
export function toolLabel(toolName: string): ToolLabel {
  if (!toolName.toLowerCase().startsWith('mcp__')) return { name: toolName };
  const end = toolName.indexOf('__', 5);
  if (end <= 5 || end + 2 >= toolName.length) return { name: toolName };
  return { server: toolName.slice(5, end), name: toolName.slice(end + 2) };
}

function unlistedToolFacts(name: string, isServed: boolean): ToolFacts {
  // Its own name stands behind that of its server, after the last `__`, `.` or `/`.
  const [own = ''] = name.split(/__|[./]/).slice(-1);
  const words = own.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  const has = (some: ReadonlySet<string>): boolean => words.some((word) => some.has(word));
  const facts: Pick<ToolFacts, 'family' | 'folder' | 'finishes'> = {
    family: isServed ? 'puzzle' : 'tool',
    ...(has(throughFolders) && { folder: true }),
    ...(finishing.test(name) && { finishes: true }),
  };
  if (has(changing)) return { ...facts, category: 'action', access: 'change' };
  // A server's tool that asks a question looks something up; any other tool that asks, asks the user.
  return has(reading) || (isServed && words.includes('ask'))
    ? { ...facts, category: 'perception', access: 'read' }
    : { ...facts, category: 'action' };
}
