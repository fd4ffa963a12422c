import { describe, expect, it } from 'vitest';
import { accessOf, filesTouched, touchesOf } from '../../../src/session/facts/callFiles.ts';
import { toolFacts } from '../../../src/session/facts/toolFacts.ts';
import { commandOf, inferPhases, type ToolCall } from '../../../src/session/index.ts';

/** Every name that the kit knows: family, category, what it does to the file it names, and what else holds. */
const expected: Readonly<Record<string, string>> = {
  'terminal action none shell':
    'bash shell shell_command local_shell exec exec_command powershell cmd terminal run_command run_terminal_cmd ' +
    'run_shell_command container.exec unified_exec user_shell_command',
  'terminal action none continues': 'write_stdin',
  'terminal task_management none continues': 'bashoutput killshell killbash',
  'read perception read': 'read read_file read_many_files view view_file open cat readfile notebookread',
  'write action change': 'write write_file create create_file writefile write_to_file',
  'edit action change':
    'edit edit_file multiedit update update_file apply_patch patch replace replace_in_file search_replace str_replace ' +
    'str_replace_editor str_replace_based_edit_tool',
  'notebook action change': 'notebookedit notebook',
  'remove action change': 'delete delete_file remove',
  'list perception read folder': 'ls list list_dir list_directory list_files tree',
  'search perception read folder':
    'grep grep_files grep_search glob search search_files search_file_content find rg ripgrep file_search codebase_search',
  'search perception read': 'toolsearch tool_search lsp researcher',
  'web perception none': 'webfetch websearch web_search web_fetch google_web_search fetch web',
  'web action none': 'browser',
  'puzzle perception none':
    'listmcpresources listmcpresourcestool readmcpresource readmcpresourcetool list_mcp_resources read_mcp_resource',
  'picture perception read': 'view_image',
  'picture perception none': 'screenshot',
  'agent interaction none delegates': 'task agent spawn_agent subagent',
  'agent task_management none continues': 'wait wait_agent close_agent',
  'message interaction none': 'sendmessage send_message send_input resume_agent',
  'question interaction none asks': 'askuserquestion ask_user request_user_input question',
  'skill interaction none': 'skill slashcommand',
  'checkpoint interaction none asks': 'checkpoint',
  'tool interaction none': 'workflow',
  'plan planning none': 'enterplanmode plan',
  'plan planning none asks': 'exitplanmode exit_plan_mode',
  'todo planning none': 'update_plan',
  'todo task_management none':
    'todowrite todoread todo_write write_todos taskcreate taskupdate tasklist taskget taskstop',
  'todo task_management none continues': 'taskoutput',
  // Names that no row has: their words say.
  'puzzle perception read':
    'mcp__docs__ask_question mcp__docs__read_wiki mcp__harbour__get_water_level calendar.get_event calendar/get_event',
  'puzzle perception read folder': 'mcp__notes__listNotes calendar.list_events calendar/list_events MCP__x__search',
  'puzzle action change': 'mcp__office__publish mcp__todo__create_item github/merge_pull_request',
  'puzzle action change folder': 'mcp__todo__create_list mcp__notes__delete_search',
  'puzzle action': 'mcp__office__open MCP__x playwright.browser_click figures/draw_chart',
  'tool perception read': 'get_goal fetchIssue',
  'tool perception read folder': 'browser__search_docs search_query',
  'tool action change': 'save_memory insertCell',
  'tool action finishes': 'attempt_completion mark_done Finish',
  'tool action change finishes': 'submit',
  'puzzle action change finishes': 'mcp__bench__submit',
  'tool action':
    'open_panel code_generation StructuredOutput ask_followup a.b.c 技术风险评估 constructor __proto__ getter',
};

const cases = Object.entries(expected).flatMap(([facts, names]) =>
  names.split(' ').map((name) => [name, facts] as const),
);

function factsOf(name: string): string {
  const { family, category, access, shell, delegates, continues, asks, finishes, folder } = toolFacts(name);
  const all = { shell, delegates, continues, asks, finishes, folder };
  const flags = Object.entries(all).flatMap(([flag, is]) => (is ? [flag] : []));
  return [family, category, ...(access === undefined ? [] : [access]), ...flags].join(' ');
}

function call(tool_name: string, params: Record<string, unknown>): ToolCall {
  return {
    call_id: 'c1',
    tool_name,
    // As a source may say it that has no table: what it does not know acts.
    tool_category: 'action',
    started_at: '2026-02-01T10:00:00.000Z',
    ended_at: '2026-02-01T10:00:00.000Z',
    duration_ms: 0,
    input: { params },
    output: { status: 'success' },
  };
}

describe('toolFacts', () => {
  it.each(cases)('classifies %s as %s', (name, facts) => {
    expect(factsOf(name)).toBe(facts);
  });

  it('ignores the case of a name', () => {
    expect(factsOf('Bash')).toBe(factsOf('BASH'));
    expect(factsOf('Read_File')).toBe(factsOf('read_file'));
  });

  it('has no facts for a missing name', () => {
    expect(factsOf('')).toBe('tool action');
  });
});

describe('a call that names several files', () => {
  it('touches each of them, but not the folder that it looks through', () => {
    const files = ['a.ts', '', 'b.ts', 3];
    expect(touchesOf(call('Read', { files }))).toEqual([
      { path: 'a.ts', access: 'read' },
      { path: 'b.ts', access: 'read' },
    ]);
    expect(touchesOf(call('Edit', { paths: ['a.ts'] }))).toEqual([{ path: 'a.ts', access: 'modified' }]);
    expect(touchesOf(call('Glob', { paths: ['src'] }))).toEqual([]);
  });
});

describe.each(cases)('a call of %s (%s)', (name) => {
  const { access, category, folder, family, shell, continues } = toolFacts(name);

  it('touches its file as the tool’s name says, whatever category was recorded', () => {
    const [touch, ...more] = touchesOf(call(name, { file_path: 'a.ts' }));
    expect(more).toEqual([]);
    const changed = family === 'remove' ? 'deleted' : 'modified';
    // Where a name says nothing, the recorded category does.
    expect(touch?.access).toBe(access === 'read' ? 'read' : access === 'none' ? undefined : changed);
    expect(touchesOf(call(name, { path: 'src' })).length).toBe(access === 'none' || folder ? 0 : 1);
  });

  it('counts in a summary the way it is shown', () => {
    const { files_created, files_modified } = filesTouched([call(name, { file_path: 'a.ts' })]);
    const changes = access === 'change' && family !== 'remove';
    expect([...files_created, ...files_modified]).toEqual(changes ? ['a.ts'] : []);
  });

  it('belongs to a phase that fits what it does', () => {
    const drawn = (tool_name: string, n: number) => ({
      call_id: `c${n}`,
      tool_name,
      tool_category: toolFacts(tool_name).category,
    });
    const calls = [...Array(30).keys()].map((n) => drawn(name, n));
    const [phase] = inferPhases(calls, '2026-02-01T10:00:00.000Z');
    if (category === 'perception') expect(phase?.phase_type).toBe('explore');
    if (access === 'change' && !shell) expect(phase?.phase_type).toBe('execute');
    if (continues) expect(phase?.phase_type).toBe('mixed');
  });

  it('runs a command only where its name says so, or says nothing', () => {
    const runs = shell === true || access === undefined;
    expect(commandOf(call(name, { command: 'ls' }))).toBe(runs ? 'ls' : undefined);
  });
});

describe('accessOf', () => {
  it('depends on the mode of an editor that has several', () => {
    expect(accessOf('str_replace_editor', 'action', { command: 'view', path: 'a' })).toBe('read');
    expect(accessOf('str_replace_editor', 'action', { command: 'insert', path: 'a' })).toBe('change');
  });
});
