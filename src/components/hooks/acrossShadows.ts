/**
 * What a document says of focus, presses and selection ends at the shadow roots in it: it names their hosts. The kit may stand in a shadow
 * root (`<agent-replay>`), so it asks here.
 */

/** The element that has the focus, also inside open shadow roots; null if none has. */
export function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** What an event happened to, also when it is heard outside the shadow root that holds it. */
export function targetOf(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? event.target;
}

/** The document or shadow root in which an element stands: where its ids are looked up. */
export function treeOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode();
  return 'getElementById' in root ? (root as Document | ShadowRoot) : element.ownerDocument;
}

/** What a reader has selected in the tree of an element. Some browsers give it only when asked at the shadow root itself. */
export function selectionAt(element: Element): Selection | null {
  const tree: (Document | ShadowRoot) & { getSelection?: () => Selection | null } = treeOf(element);
  return (tree.getSelection?.bind(tree) ?? element.ownerDocument.getSelection.bind(element.ownerDocument))();
}
