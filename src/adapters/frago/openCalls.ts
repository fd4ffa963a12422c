/** A call without a result yet. */
export interface OpenCall {
  seq: number;
  name: string;
  /** A file that the tool would change. */
  path: string | undefined;
  /** The tool call's own id, where the step gives one. */
  id: string | undefined;
  /** The transcript record of the call. */
  uuid: string | undefined;
}

/** The call that a result answers. */
export interface FoundCall {
  call: OpenCall;
  /** True where nothing but the order speaks for it. */
  guessed: boolean;
}

/** The calls that wait for their results. Every lookup takes constant time. */
export interface OpenCalls {
  add(call: OpenCall): void;
  /** Whether a call with this id waits. */
  has(id: string): boolean;
  /**
   * Takes out the call that a result answers: by id, else by the record that the result follows, else the one that
   * waits longest, calls without an id first.
   */
  take(id: string | undefined, parentUuid: string | undefined): FoundCall | undefined;
}

export function createOpenCalls(): OpenCalls {
  const byId = new Map<string, OpenCall>();
  const byUuid = new Map<string, Set<OpenCall>>();
  const all = new Set<OpenCall>();
  // Of several calls in one record only the first one has an id; calls of early versions have none.
  const nameless = new Set<OpenCall>();
  let latest: OpenCall | undefined;

  const remove = (call: OpenCall): OpenCall => {
    if (call.id !== undefined && byId.get(call.id) === call) byId.delete(call.id);
    if (call.uuid !== undefined) byUuid.get(call.uuid)?.delete(call);
    all.delete(call);
    nameless.delete(call);
    return call;
  };

  return {
    add(call) {
      all.add(call);
      latest = call;
      if (call.id === undefined) nameless.add(call);
      else byId.set(call.id, call);
      if (call.uuid === undefined) return;
      const siblings = byUuid.get(call.uuid) ?? new Set();
      byUuid.set(call.uuid, siblings.add(call));
    },
    has: (id) => byId.has(id),
    take(id, parentUuid) {
      const named = id === undefined ? undefined : byId.get(id);
      if (named !== undefined) return { call: remove(named), guessed: false };
      const siblings = [...(parentUuid === undefined ? [] : (byUuid.get(parentUuid) ?? []))];
      const sibling = siblings.find((call) => id === undefined || call.id === undefined);
      // Parallel calls can form a chain: then the first result follows the last call, whichever call it answers.
      const chained = sibling === latest && nameless.size > 1;
      if (sibling !== undefined && !chained) return { call: remove(sibling), guessed: false };
      const [oldest] = id === undefined && nameless.size === 0 ? all : nameless;
      return oldest === undefined ? undefined : { call: remove(oldest), guessed: true };
    },
  };
}
