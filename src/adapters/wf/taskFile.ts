/** A task as its Markdown file tells it. */
export interface TaskFile {
  name: string | undefined;
  depends: readonly string[];
  /** Names of steps that the task leaves out. */
  skip: readonly string[];
  /** The text below the front matter: what the agent is asked to do. */
  body: string;
}

/** Reads `.wf/tasks/<task>.md`: front matter of simple fields and lists, then the text. */
export function readTaskFile(text: string): TaskFile {
  const start = text.trimStart();
  const end = start.startsWith('---') ? start.indexOf('\n---', 3) : -1;
  if (end === -1) return { name: undefined, depends: [], skip: [], body: start };
  const fields = readFields(start.slice(3, end));
  const bodyStart = start.indexOf('\n', end + 1);
  return {
    name: fields.get('name')?.[0],
    depends: fields.get('depends') ?? [],
    skip: fields.get('skip') ?? [],
    body: bodyStart === -1 ? '' : start.slice(bodyStart).trimStart(),
  };
}

/** `key: value`, `key: [a, b]`, and `key:` with lines `- a` below. */
function readFields(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  let last: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const colon = line.indexOf(':');
    if (line.startsWith('- ')) last.push(line.slice(2).trim());
    else if (line !== '' && !line.startsWith('#') && colon > 0) {
      last = valuesOf(line.slice(colon + 1).trim());
      fields.set(line.slice(0, colon).trim(), last);
    }
  }
  return fields;
}

function valuesOf(value: string): string[] {
  if (!value.startsWith('[') || !value.endsWith(']')) return value === '' ? [] : [value];
  const items = value.slice(1, -1).split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
