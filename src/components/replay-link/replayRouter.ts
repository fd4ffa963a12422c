/** How a host's router keeps a replay's link in the address: two functions. */
export interface ReplayRouter {
  /** The link in the address, as `writeReplayLink` wrote it; empty where there is none. */
  readonly read: () => string;
  /** Puts a link into the address, in place of the one before. Gives the whole address, to be copied. */
  readonly write: (link: string) => string;
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
