/** Keeps a replay's link in a page's address. */
export interface ReplayRouter {
  /** The link in the address, as `writeReplayLink` wrote it; empty if there is none. */
  readonly read: () => string;
  /**
   * Replaces the link in the address, unless something else has just changed it and the listeners have yet to be called. Returns the whole
   * address with the link, for copying.
   */
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
  let listeners = 0;
  // What the listeners know of.
  let known = '';
  /** Whether a listener is about to be called: by Back, Forward or a host, the address changes before the browser says so. */
  const isChanging = (): boolean => {
    const before = known;
    known = page.location.hash;
    return listeners > 0 && known !== before;
  };
  return {
    read() {
      const link = page.location.hash.slice(1);
      if (session === undefined || link === '' || new URLSearchParams(link).has('session')) return link;
      return `${link}&session=${encodeURIComponent(session)}`;
    },
    write(link) {
      const url = new URL(page.location.href);
      url.hash = link;
      if (isChanging()) return url.href;
      // A page opened from a file may change only the part of its address after the #.
      page.history.replaceState(page.history.state, '', url);
      known = page.location.hash;
      return url.href;
    },
    subscribe(listener) {
      if (listeners === 0) known = page.location.hash;
      listeners += 1;
      const onChange = (): void => {
        known = page.location.hash;
        listener();
      };
      page.addEventListener('hashchange', onChange);
      return () => {
        listeners -= 1;
        page.removeEventListener('hashchange', onChange);
      };
    },
  };
}
