import type { ToolCall } from '../../session/index.ts';

const searchingWords = ['grep', 'rg', 'search'];

/** The one file that a searching tool looked through; undefined for other tools, and where it looked through several. */
export function searchedFile({ tool_name, input: { params } }: ToolCall): string | undefined {
  const name = tool_name.toLowerCase();
  const { path } = params;
  const isSearch = searchingWords.some((word) => name === word || (word.length > 3 && name.includes(word)));
  return isSearch && typeof path === 'string' && /\.[A-Za-z0-9]{1,6}$/.test(path) ? path : undefined;
}
