import type { ContextReference } from '../../session/index.ts';
import type { LinkReasonKind, LinkStrength } from '../../session/internal.ts';

export type { LinkReasonKind, LinkStrength };

/** Why a call is believed to have used what another one contributed. */
export type LinkReason =
  /** Lines that the contributing call showed stand in the other call's input; `text` is the first of them. */
  | { readonly kind: 'quote'; readonly lines: number; readonly text: string }
  /** One read the file that the other changes. */
  | { readonly kind: 'file'; readonly path: string }
  /** An annotation says so; or the call from which the link leads, then `source` is what it says that it contributed. */
  | { readonly kind: 'annotation'; readonly reference: ContextReference }
  /** A search found lines of the file that the other reads. */
  | { readonly kind: 'place'; readonly path: string }
  /** One showed what the other names: paths, ids, names from code, numbers. The most telling first, three at most. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly more: number };

/** A call contributed something that a later one used. */
export interface ContextLink {
  /** The contributing call, as a position in `SessionIndex.items`. */
  readonly from: number;
  /** The call that used it. */
  readonly to: number;
  readonly strength: LinkStrength;
  /** Why, the strongest kind of reason first; `explainLink` gives the reasons themselves. */
  readonly kinds: readonly LinkReasonKind[];
}
