/** Keeps a replay's link in a page's address. */
export interface ReplayRouter {
  /** The link in the address, as `writeReplayLink` wrote it; empty if there is none. */
  readonly read: () => string;
  /** Replaces the link in the address. Returns the whole address, for copying. */
  readonly write: (link: string) => string;
  /**
   * Calls back whenever something other than `write` changed the address, such as the reader; the replay then goes there. Returns the
   * function that unsubscribes. @default the address is read once
   */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** A router for pages without one: keeps the link in the query of the page's own address. For browsers. */
export function createQueryRouter(): ReplayRouter {
  return {
    read: () => window.location.search,
    write(link) {
      const url = new URL(window.location.href);
      url.search = link;
      window.history.replaceState(window.history.state, '', url);
      return url.href;
    },
  };
}

/**
 * A router for pages that are files, or whose query has another meaning: keeps the link behind the `#` of the page's own address. For
 * browsers.
 *
 * @param session Id of the page's only session; a link without a session, such as `#t=1:12:19`, then refers to it.
 * @param page The window whose address it is. Default: this one; a page that shows a replay in a frame of its own gives the one around.
 */
export function createHashRouter(session?: string, page: Window = window): ReplayRouter {
  return {
    read() {
      const link = page.location.hash.slice(1);
      if (session === undefined || link === '' || new URLSearchParams(link).has('session')) return link;
      return `${link}&session=${encodeURIComponent(session)}`;
    },
    write(link) {
      const url = new URL(page.location.href);
      url.hash = link;
      // A page opened from a file may change only the part of its address after the #.
      page.history.replaceState(page.history.state, '', url);
      return url.href;
    },
    subscribe(listener) {
      page.addEventListener('hashchange', listener);
      return () => page.removeEventListener('hashchange', listener);
    },
  };
}
