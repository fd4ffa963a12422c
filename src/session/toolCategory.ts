import type { ToolCategory } from './schema/std001v30.ts';

const categories: Readonly<Record<string, ToolCategory>> = {
  read: 'perception',
  notebookread: 'perception',
  glob: 'perception',
  grep: 'perception',
  ls: 'perception',
  lsp: 'perception',
  webfetch: 'perception',
  websearch: 'perception',
  web_search: 'perception',
  toolsearch: 'perception',
  tool_search: 'perception',
  view_image: 'perception',
  researcher: 'perception',
  listmcpresources: 'perception',
  listmcpresourcestool: 'perception',
  readmcpresource: 'perception',
  readmcpresourcetool: 'perception',
  list_mcp_resources: 'perception',
  read_mcp_resource: 'perception',
  task: 'interaction',
  agent: 'interaction',
  askuserquestion: 'interaction',
  request_user_input: 'interaction',
  sendmessage: 'interaction',
  send_input: 'interaction',
  spawn_agent: 'interaction',
  skill: 'interaction',
  slashcommand: 'interaction',
  checkpoint: 'interaction',
  workflow: 'interaction',
  enterplanmode: 'planning',
  exitplanmode: 'planning',
  exit_plan_mode: 'planning',
  update_plan: 'planning',
  todowrite: 'task_management',
  todoread: 'task_management',
  taskcreate: 'task_management',
  taskupdate: 'task_management',
  tasklist: 'task_management',
  taskget: 'task_management',
  taskstop: 'task_management',
  taskoutput: 'task_management',
  bashoutput: 'task_management',
  killbash: 'task_management',
  killshell: 'task_management',
  wait: 'task_management',
  wait_agent: 'task_management',
  close_agent: 'task_management',
};

const readingVerb = /(?:^|_)(?:get|list|read|search|find|fetch|query|view|ask|resolve|describe)(?:_|[A-Z]|$)/;

/** The category of a tool by its name; a tool that no table knows acts. MCP tools that say they only read perceive. */
export function toolCategory(name: string): ToolCategory {
  const lower = name.toLowerCase();
  const known = Object.hasOwn(categories, lower) ? categories[lower] : undefined;
  if (known !== undefined) return known;
  if (name.startsWith('mcp__') && readingVerb.test(name.slice(name.lastIndexOf('__') + 2))) return 'perception';
  return 'action';
}
