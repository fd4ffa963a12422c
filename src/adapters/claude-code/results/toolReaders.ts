import type { ReadResult } from './rawResult.ts';
import { readAgentResult } from './readAgentResult.ts';
import { readEditResult } from './readEditResult.ts';
import { readFileResult } from './readFileResult.ts';
import {
  readAnswers,
  readAnyResult,
  readChecklistResult,
  readKnowledge,
  readPlanApproval,
  readTaskUpdate,
} from './readOtherResults.ts';
import {
  readFetchResult,
  readGlobResult,
  readGrepResult,
  readListResult,
  readToolSearchResult,
  readWebSearchResult,
} from './readSearchResult.ts';
import { readBackgroundOutput, readShellResult } from './readShellResult.ts';

const readers: ReadonlyMap<string, ReadResult> = new Map([
  ['read', readFileResult],
  ['notebookread', readFileResult],
  ['edit', readEditResult],
  ['multiedit', readEditResult],
  ['write', readEditResult],
  ['notebookedit', readEditResult],
  ['bash', readShellResult],
  ['powershell', readShellResult],
  ['bashoutput', readBackgroundOutput],
  ['taskoutput', readBackgroundOutput],
  ['agentoutputtool', readBackgroundOutput],
  ['grep', readGrepResult],
  ['glob', readGlobResult],
  ['ls', readListResult],
  ['webfetch', readFetchResult],
  ['websearch', readWebSearchResult],
  ['toolsearch', readToolSearchResult],
  ['task', readAgentResult],
  ['agent', readAgentResult],
  ['askuserquestion', readAnswers],
  ['exitplanmode', readPlanApproval],
  ['exit_plan_mode', readPlanApproval],
  ['todowrite', readChecklistResult],
  ['taskcreate', readChecklistResult],
  ['tasklist', readChecklistResult],
  ['taskget', readChecklistResult],
  ['taskupdate', readTaskUpdate],
  ['readmcpresourcetool', readKnowledge],
]);

/** Verbs of MCP tools that bring something into the context. */
const readingTool = /(?:^|[_-])(?:get|list|read|search|find|fetch|query|resolve|describe)(?:[_-]|$)/;

/** How the result of a tool is read, by its name. */
export function readerOf(name: string): ReadResult {
  const known = readers.get(name.toLowerCase());
  if (known !== undefined) return known;
  if (!name.startsWith('mcp__')) return readAnyResult;
  return readingTool.test(name.slice(name.lastIndexOf('__') + 2)) ? readKnowledge : readAnyResult;
}

const shells = new Set(['bash', 'powershell']);

/** Whether a tool runs a command line. */
export function isShell(name: string): boolean {
  return shells.has(name.toLowerCase());
}

const delegations = new Set(['task', 'agent']);

/** Whether a tool starts a subagent. */
export function isDelegation(name: string): boolean {
  return delegations.has(name.toLowerCase());
}
