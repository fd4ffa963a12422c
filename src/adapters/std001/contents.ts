import type { ContentRef, SessionEvent, ToolCall } from '../../session/index.ts';
import { omission } from '../../session/internal.ts';
import { CONTENT_PLACEHOLDER, type Content } from '../assemble/contents.ts';
import type { Companions } from '../contract.ts';
import { hashBytes } from '../sha256.ts';

/** Names that the kit gives contents: their hash, with one of a few extensions. */
const contentFile = /^((?:.*\/)?[^/]+)\.content\/([0-9a-f]{32}\.(?:txt|png|jpg|gif|webp|pdf|bin))$/;

/** A file in a session's content folder: the name of the session's file, and its own name there. */
export function contentFileOf(name: string): { session: string; content: string } | undefined {
  const [, stem, content] = contentFile.exec(name) ?? [];
  return stem === undefined || content === undefined ? undefined : { session: `${stem}.json`, content };
}

/** Where the contents of a session file lie. */
export function companions(name: string): Companions | undefined {
  return name.endsWith('.json') ? { folders: [`${name.slice(0, -'.json'.length)}.content`] } : undefined;
}

/** The position of an attachment in its item, which never contained its bytes. */
const attachmentPointer = /\/attachments\/\d{1,6}$/;

/** The contents beside a session file, restored to the items that refer to them. */
export class Contents {
  /** Names of those that an item refers to. */
  readonly used = new Set<string>();
  /** Number of references whose content is missing or differs. */
  missing = 0;
  /** Attachments that an item refers to. */
  readonly attachments: Content[] = [];
  private readonly byName: ReadonlyMap<string, Uint8Array>;
  private readonly hashes = new Map<string, string>();

  constructor(files: readonly Content[]) {
    this.byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  }

  /**
   * An item with its texts restored. The returned `content_refs` are only those of attachments; `left` are those whose content is missing.
   */
  restore<Item extends ToolCall | SessionEvent>(item: Item): { item: Item; left: readonly ContentRef[] } {
    const { content_refs = [] } = item;
    if (content_refs.length === 0) return { item, left: [] };
    let whole: unknown = item;
    const left: ContentRef[] = [];
    const kept: ContentRef[] = [];
    for (const ref of content_refs) {
      const name = ref.path.slice(ref.path.lastIndexOf('/') + 1);
      const bytes = this.bytesOf(ref, name);
      const steps = stepsOf(ref.pointer);
      const stands = bytes === undefined ? undefined : valueAt(whole, steps);
      if (bytes === undefined || stands === undefined) left.push(ref);
      else if (typeof stands === 'string' && omission.test(stands)) {
        whole = withText(whole, steps, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
        this.used.add(name);
      } else if (attachmentPointer.test(ref.pointer) && !name.endsWith('.txt')) {
        kept.push({ ...ref, path: `${CONTENT_PLACEHOLDER}${name}` });
        if (!this.used.has(name)) this.attachments.push({ name, bytes });
        this.used.add(name);
      } else left.push(ref);
    }
    this.missing += left.length;
    const { content_refs: _, ...rest } = whole as Item;
    return { item: (kept.length === 0 ? rest : { ...rest, content_refs: kept }) as Item, left };
  }

  /** Undefined if there is no such file, or it is not the one that the session describes. */
  private bytesOf(ref: ContentRef, name: string): Uint8Array | undefined {
    const bytes = this.byName.get(name);
    if (bytes === undefined || bytes.length !== ref.bytes) return undefined;
    const hash = this.hashes.get(name) ?? hashBytes(bytes);
    this.hashes.set(name, hash);
    return hash === ref.sha256 ? bytes : undefined;
  }
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON Pointer; undefined if there is none. */
function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string, unknown>)[step]
        : undefined,
    value,
  );
}

/** A copy of a value with the text at an existing position replaced. */
function withText(value: unknown, [step, ...rest]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  const at = value as Record<string, unknown>;
  const changed = withText(at[step], rest, text);
  if (Array.isArray(at)) return at.map((each, index) => (String(index) === step ? changed : each));
  // fromEntries defines own properties, so that a key `__proto__` stays a key.
  return Object.fromEntries(Object.entries(at).map(([key, each]) => [key, key === step ? changed : each]));
}
