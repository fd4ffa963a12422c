import { isJsonObject } from '../read/jsonObject.ts';

/** The `extensions` of a thing with more under the name of this format. */
export function keepAside(
  { extensions }: { extensions?: Record<string, unknown> | undefined },
  kept: Readonly<Record<string, unknown>>,
): { extensions: Record<string, unknown> } {
  const own = extensions?.std001;
  return { extensions: { ...extensions, std001: { ...(isJsonObject(own) ? own : {}), ...kept } } };
}
