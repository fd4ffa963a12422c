import type { ContextReference } from '../../session/index.ts';
import type { LinkReasonKind, LinkStrength } from '../../session/internal.ts';

export type { LinkReasonKind, LinkStrength };

/** Why a call is believed to have used what another one contributed. */
export type LinkReason =
  /** Lines that the contributing call showed stand in the other call's input; `text` is the first of them. */
  | { readonly kind: 'quote'; readonly lines: number; readonly text: string }
  /** The contributing call read the file that the other call changes. */
  | { readonly kind: 'file'; readonly path: string }
  /** An annotation states it, or the contributing call does; then `source` is that call's stated contribution. */
  | { readonly kind: 'annotation'; readonly reference: ContextReference }
  /** The contributing call is a search that found lines of the file that the other call reads. */
  | { readonly kind: 'place'; readonly path: string }
  /** The contributing call showed words (paths, ids, names from code, numbers) that the other call uses: the three most telling. */
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
