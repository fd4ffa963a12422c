import { field, isJsonObject } from '../../read/jsonObject.ts';

/**
 * The session id in what `claude -p --output-format=json` printed. Other lines may stand before and after the JSON:
 * errors go to the same place. With several results the last one counts.
 */
export function sessionIdFromOutput(output: string): string | undefined {
  const whole = idIn(output);
  if (whole !== undefined) return whole;
  const lines = output.split('\n');
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const id = idIn(lines[at] ?? '');
    if (id !== undefined) return id;
  }
  return undefined;
}

function idIn(text: string): string | undefined {
  const json = text.trim();
  if (!json.startsWith('{') && !json.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const objects = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
    return objects.map((each) => field.text(each, 'session_id')).findLast((id) => id !== undefined && id !== '');
  } catch {
    return undefined;
  }
}
