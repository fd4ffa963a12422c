/** How a replay's link is kept in a page's address. */
export interface ReplayRouter {
  /** The link in the address, as `writeReplayLink` wrote it; empty where there is none. */
  readonly read: () => string;
  /** Puts a link into the address, in place of the one before. Gives the whole address, to be copied. */
  readonly write: (link: string) => string;
  /**
   * Tells whenever the address was changed by anything but `write`, such as a reader who puts another link into it; the replay
   * then goes there. Gives what ends that. @default the address is read once
   */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined;
}

/** A router for pages that have none: keeps the link in the query of the page's own address. For browsers. */
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
 * A router for pages that are files, or whose query means something else: keeps the link behind the `#` of the page's own
 * address. For browsers.
 *
 * @param session Id of the one session that the page has: a link that names none, such as `#t=1:12:19`, is then one of it.
 */
export function createHashRouter(session?: string): ReplayRouter {
  return {
    read() {
      const link = window.location.hash.slice(1);
      if (session === undefined || link === '' || new URLSearchParams(link).has('session')) return link;
      return `${link}&session=${encodeURIComponent(session)}`;
    },
    write(link) {
      const url = new URL(window.location.href);
      url.hash = link;
      // Of a file's address a page may change what is behind the #, and nothing else.
      window.history.replaceState(window.history.state, '', url);
      return url.href;
    },
    subscribe(listener) {
      window.addEventListener('hashchange', listener);
      return () => window.removeEventListener('hashchange', listener);
    },
  };
}
