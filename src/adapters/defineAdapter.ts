import type { Provenance } from '../session/index.ts';
import type { Adapter } from './contract.ts';

/**
 * Version of the contract between the kit and external adapters. It grows when a member is removed or changes its meaning; a new optional
 * member leaves it unchanged.
 */
export const adapterContract = 1;

/** An external adapter, as {@link defineAdapter} takes it. */
export interface OutsideAdapter<Raw = unknown, Reason extends string = string>
  extends Pick<
    Adapter<Raw, Reason>,
    'descriptor' | 'detect' | 'parse' | 'createConverter' | 'knownRecords' | 'companions'
  > {
  /** The contract version it was written for: {@link adapterContract} of that kit, as a plain number. */
  readonly contract: 1;
  /** The package that contains it, which sessions name as their maker. Default: the command uses the nearest package.json. */
  readonly package?: { readonly name: string; readonly version: string } | undefined;
}

type Shape = 'function' | 'object' | 'number';

const members: Readonly<Record<string, { shape: Shape; optional?: true }>> = {
  contract: { shape: 'number' },
  package: { shape: 'object', optional: true },
  descriptor: { shape: 'object' },
  detect: { shape: 'function' },
  parse: { shape: 'function' },
  createConverter: { shape: 'function' },
  knownRecords: { shape: 'function', optional: true },
  companions: { shape: 'function', optional: true },
};

const idPattern = /^[a-z][a-z0-9-]{1,30}$/;
const times: ReadonlySet<unknown> = new Set(['each item', 'run only', 'none']);
const flags = ['thinking', 'tokens', 'subagents', 'outcomes'];
/** A package name or version: only what npm allows, and nothing that a terminal or a page would interpret. */
const packageText = /^[\w@/.+~-]{1,214}$/;

/**
 * Creates an adapter from an external one, and rejects early, with a one-sentence error, what types cannot check: another contract version,
 * a member that the kit does not know, an invalid id, ignored records without a reason. Calls go to the functions of the given object, so a
 * class instance works too. Throws a TypeError.
 */
export function defineAdapter<Raw = unknown, Reason extends string = string>(
  adapter: OutsideAdapter<Raw, Reason>,
): Adapter<Raw, Reason> {
  const fault = adapterFault(adapter);
  if (fault !== undefined) throw new TypeError(`agent-replay-kit: ${fault}`);
  return Object.freeze({
    contract: adapter.contract,
    ...(adapter.package === undefined ? {} : { package: adapter.package }),
    descriptor: adapter.descriptor,
    detect: adapter.detect.bind(adapter),
    parse: adapter.parse.bind(adapter),
    createConverter: adapter.createConverter.bind(adapter),
    ...(adapter.knownRecords === undefined ? {} : { knownRecords: adapter.knownRecords.bind(adapter) }),
    ...(adapter.companions === undefined ? {} : { companions: adapter.companions.bind(adapter) }),
  });
}

/** Why this kit cannot use a value as an adapter, in one sentence; undefined if it can. */
export function adapterFault(value: unknown): string | undefined {
  if (!isObject(value)) return 'what should be an adapter is no object: export what defineAdapter gives.';
  const id = isObject(value.descriptor) ? value.descriptor.id : undefined;
  const named = typeof id === 'string' ? `adapter ${JSON.stringify(id.slice(0, 60))}` : 'an adapter without an id';
  if (typeof value.contract !== 'number') return `${named} names no contract: make it with defineAdapter.`;
  if (value.contract !== adapterContract) {
    const remedy = value.contract > adapterContract ? 'update agent-replay-kit' : 'update the adapter';
    return `${named} was made for contract ${value.contract}; this kit knows ${adapterContract}: ${remedy}.`;
  }
  const fault = memberFault(value) ?? descriptorFault(value.descriptor) ?? packageFault(value.package);
  return fault === undefined ? undefined : `${named} ${fault}`;
}

function memberFault(adapter: Record<string, unknown>): string | undefined {
  for (const [name, { shape, optional }] of Object.entries(members)) {
    const member = adapter[name];
    if (member === undefined ? optional !== true : !hasShape(member, shape)) return `lacks its ${shape} ${name}.`;
  }
  const unknown = Object.keys(adapter).find((name) => !Object.hasOwn(members, name));
  if (unknown === undefined || adapter.constructor !== Object) return undefined;
  return `has a member ${unknown}, which contract ${adapterContract} does not know: correct its name, or update agent-replay-kit.`;
}

function descriptorFault(descriptor: unknown): string | undefined {
  if (!isObject(descriptor)) return 'lacks its descriptor.';
  const { id, label, marks, versionsSeen, capabilities, ignores } = descriptor;
  if (typeof id !== 'string' || !idPattern.test(id)) {
    return 'needs an id of small letters, digits and hyphens that begins with a letter (2 to 31 of them).';
  }
  if (typeof label !== 'string' || label.trim() === '') return 'needs a label: the name that people read.';
  if (!isTexts(marks) || marks.length === 0) return 'needs at least one text in marks that stands in nearly every log.';
  if (!isTexts(versionsSeen)) return 'needs versionsSeen: a list of texts.';
  if (!isObject(capabilities) || !times.has(capabilities.times)) {
    return `needs capabilities.times: one of ${[...times].map((each) => `"${each}"`).join(', ')}.`;
  }
  const flag = flags.find((name) => typeof capabilities[name] !== 'boolean');
  if (flag !== undefined) return `needs capabilities.${flag}: true or false.`;
  if (!isObject(ignores)) return 'needs ignores: {} where no record is ignored.';
  const silent = Object.entries(ignores).find(([, why]) => typeof why !== 'string' || !/\s/.test(why.trim()));
  return silent === undefined
    ? undefined
    : `ignores ${JSON.stringify(silent[0])} without a sentence that says why nothing is lost.`;
}

function packageFault(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const fits = (text: unknown): boolean => typeof text === 'string' && packageText.test(text);
  if (isObject(given) && fits(given.name) && fits(given.version)) return undefined;
  return 'needs both in package: name and version, as in its package.json.';
}

/** Throws if two adapters share an id, because files could then not be assigned to either. */
export function checkAdapterIds(adapters: readonly Adapter[]): void {
  const seen = new Set<string>();
  for (const { descriptor } of adapters) {
    if (seen.has(descriptor.id)) {
      throw new TypeError(
        `agent-replay-kit: two adapters have the id ${JSON.stringify(descriptor.id)}: give one another id, or leave one out.`,
      );
    }
    seen.add(descriptor.id);
  }
}

/** Package of an adapter, as sessions name it; undefined for the kit's own adapters. */
export function makerOf(adapter: Adapter): Provenance['adapter'] {
  if (adapter.contract === undefined) return undefined;
  const { contract, package: made } = adapter;
  return { ...(made === undefined ? {} : { package: made.name, version: made.version }), contract };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');

function hasShape(value: unknown, shape: Shape): boolean {
  return shape === 'object' ? isObject(value) : typeof value === shape;
}
