import type { Item } from './itemStore.ts';
import { CONTENT_PLACEHOLDER } from './shortenTexts.ts';

/** An item with its contents where the session keeps them, and marked where a rewind left it behind. */
export function placeItem<Each extends Item>(item: Each, abandoned: boolean, contentFolder: string): Each {
  if (!abandoned && item.content_refs === undefined) return item;
  const refs = item.content_refs?.map((ref) => ({
    ...ref,
    path: ref.path.replace(CONTENT_PLACEHOLDER, `${contentFolder}/`),
  }));
  return {
    ...item,
    ...(abandoned ? { branch: 'abandoned' as const } : {}),
    ...(refs === undefined ? {} : { content_refs: refs }),
  };
}
