/** What the toolbar chose, by name. */
export type Globals = Readonly<Record<string, unknown>>;

const attribute = 'data-story-globals';

/** For a page of documentation: keeps for the stories in its frames what the toolbar chose, of which Storybook tells them nothing. */
export function tellFramedStories(globals: Globals): void {
  document.documentElement.setAttribute(attribute, JSON.stringify(globals));
}

/** The page of documentation that frames this story. */
function framingPage(): HTMLElement | undefined {
  if (window.parent === window) return undefined;
  try {
    const isDocs = new URLSearchParams(window.parent.location.search).get('viewMode') === 'docs';
    return isDocs ? window.parent.document.documentElement : undefined;
  } catch {
    // A page of another origin.
    return undefined;
  }
}

/** For a story in a frame of such a page, as the store that `useSyncExternalStore` reads: JSON, undefined elsewhere. */
export const framedGlobals = {
  subscribe(onChange: () => void): () => void {
    const page = framingPage();
    if (page === undefined) return () => undefined;
    const observer = new MutationObserver(onChange);
    observer.observe(page, { attributeFilter: [attribute] });
    return () => observer.disconnect();
  },
  read: (): string | undefined => framingPage()?.getAttribute(attribute) ?? undefined,
};
