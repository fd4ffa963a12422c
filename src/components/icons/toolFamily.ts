/** Tools that do the same thing under different names share an icon, named like the family, and a telling argument. */
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

const names: Readonly<Record<Exclude<ToolFamily, 'puzzle' | 'tool'>, string>> = {
  terminal:
    'bash shell shell_command local_shell exec exec_command powershell cmd terminal run_command write_stdin bashoutput killshell killbash run_terminal_cmd',
  read: 'read read_file view open cat readfile notebookread',
  write: 'write write_file create create_file writefile',
  edit: 'edit multiedit apply_patch str_replace str_replace_editor str_replace_based_edit_tool patch edit_file replace',
  notebook: 'notebookedit notebook',
  remove: 'delete delete_file remove',
  list: 'ls list list_dir list_directory list_files',
  search: 'grep glob search find rg ripgrep toolsearch file_search codebase_search lsp researcher',
  web: 'webfetch websearch web_search web_fetch fetch web browser',
  agent: 'task agent spawn_agent subagent wait close_agent',
  message: 'sendmessage send_message send_input',
  plan: 'enterplanmode exitplanmode exit_plan_mode plan',
  todo: 'todowrite todoread update_plan taskcreate taskupdate tasklist taskget taskstop taskoutput',
  question: 'askuserquestion ask_user request_user_input question',
  skill: 'skill slashcommand',
  picture: 'view_image screenshot',
  checkpoint: 'checkpoint',
};

const families: ReadonlyMap<string, ToolFamily> = new Map(
  (Object.entries(names) as [ToolFamily, string][]).flatMap(([family, list]) =>
    list.split(' ').map((name): [string, ToolFamily] => [name, family]),
  ),
);

/** `server.tool`, as Codex logs name what a server offers. */
const served = /^[\w-]{1,60}\.[\w-]{1,100}$/;

/**
 * The family of a tool by its name, in any case. What a server offers (`mcp__server__tool`, `server.tool`) is a puzzle piece;
 * a stranger is a plain tool.
 */
export function toolFamily(toolName: string): ToolFamily {
  const name = toolName.toLowerCase();
  if (name.startsWith('mcp__')) return 'puzzle';
  return families.get(name) ?? (served.test(name) ? 'puzzle' : 'tool');
}
