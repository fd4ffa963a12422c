// The thread in which outside adapters run: an adapter that never ends, or exhausts memory, takes down no more than this thread.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type Adapter,
  adapterFault,
  defineAdapter,
  type OutsideAdapter,
  type Sample,
} from '../../src/adapters/index.ts';
import { createRedactor, parseSecretRules } from '../../src/redaction/index.ts';
import { errorText } from '../../src/session/text/errorText.ts';
import { convertInMemory } from './convertInMemory.ts';
import { foundSource } from './foundFile.ts';
import type { AdapterAnswer, AdapterQuestion, AdapterSetting, Loaded, OutsideJob } from './outsideAdapters.ts';
import { stageSource } from './stageSource.ts';

const { config, modules, redact, rules, signs, port } = workerData as AdapterSetting & { port: MessagePort };
const redactor = redact ? createRedactor({ extra: parseSecretRules(rules ?? '[]') }) : undefined;

/** The files of the adapters' code, as far as this Node can tell. When the code changes, its logs are converted again. */
const loaded = new Set<string>();
const hooks = (module as { registerHooks?: (hooks: object) => unknown }).registerHooks;
hooks?.({
  load(url: string, context: object, next: (url: string, context: object) => unknown) {
    if (url.startsWith('file:')) loaded.add(url);
    return next(url, context);
  },
});

function codeHash(): string | undefined {
  if (hooks === undefined) return undefined;
  const hash = createHash('sha256');
  for (const url of [...loaded].sort()) hash.update(url).update(readFileSync(fileURLToPath(url)));
  return hash.digest('hex');
}

/** An adapter, with the package that its module belongs to if it does not name one itself. */
function withPackage(adapter: OutsideAdapter, url: string): OutsideAdapter {
  if (adapter.package !== undefined) return adapter;
  const { name, version } = nearestPackage(dirname(fileURLToPath(url)));
  return name === undefined || version === undefined ? adapter : { ...adapter, package: { name, version } };
}

function nearestPackage(folder: string): { name?: string; version?: string } {
  const path = join(folder, 'package.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
  return dirname(folder) === folder ? {} : nearestPackage(dirname(folder));
}

/** What a module exports, validated by this kit because another version may have made it. */
function define(value: unknown, url: string): Adapter {
  const fault = adapterFault(value);
  if (fault !== undefined) throw new TypeError(fault);
  return defineAdapter(withPackage({ ...(value as OutsideAdapter) }, url));
}

async function load(): Promise<{ adapters: Adapter[]; paths: readonly string[] | undefined }> {
  const adapters: Adapter[] = [];
  let paths: readonly string[] | undefined;
  if (config !== undefined) {
    const { default: said } = (await import(config)) as { default?: { adapters?: unknown; paths?: unknown } };
    if (said === undefined) throw new TypeError('it has no default export: export default { adapters: [ … ] }.');
    if (said.adapters !== undefined && !Array.isArray(said.adapters)) throw new TypeError('its adapters are no list.');
    if (said.paths !== undefined && !isTexts(said.paths)) throw new TypeError('its paths are no list of texts.');
    paths = said.paths;
    for (const each of said.adapters ?? []) adapters.push(defineAdapter(checked(each)));
  }
  for (const url of modules) {
    const given = (await import(url)) as { default?: unknown; adapter?: unknown };
    adapters.push(define(given.default ?? given.adapter, url));
  }
  return { adapters, paths };
}

function checked(value: unknown): OutsideAdapter {
  const fault = adapterFault(value);
  if (fault !== undefined) throw new TypeError(fault);
  return value as OutsideAdapter;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function post(facts: Loaded): void {
  parentPort?.postMessage(facts);
}

const loading = load();
loading.then(
  ({ adapters, paths }) => {
    const known = adapters.map(({ descriptor, contract, package: made, companions }) => ({
      descriptor: JSON.parse(JSON.stringify(descriptor)) as Adapter['descriptor'],
      contract,
      package: made,
      hasCompanions: companions !== undefined,
    }));
    post({ is: 'loaded', adapters: known, paths, code: codeHash() });
  },
  (error: unknown) => post({ is: 'refused', message: errorText(error) }),
);

// The asking thread blocks until the answer comes.
port.on('message', (question: AdapterQuestion) => {
  void answer(question).then((given) => {
    port.postMessage(given);
    Atomics.store(signs, 0, 1);
    Atomics.notify(signs, 0);
  });
});

async function answer(question: AdapterQuestion): Promise<AdapterAnswer> {
  try {
    const adapter = await adapterAt(question.adapter);
    const value =
      question.ask === 'detect' ? adapter.detect(question.sample as Sample) : adapter.companions?.(question.name);
    return { is: 'value', value };
  } catch (error) {
    return { is: 'failed', message: errorText(error) };
  }
}

parentPort?.on('message', (job: OutsideJob) => {
  void run(job).then(
    (value) => parentPort?.postMessage({ is: 'value', value }),
    (error: unknown) => parentPort?.postMessage({ is: 'failed', message: errorText(error) }),
  );
});

async function run({ adapter: index, source: sent, to }: OutsideJob): Promise<unknown> {
  const source = foundSource(sent, watched(await adapterAt(index)));
  if (to.is === 'folder') return stageSource(source, { ...to.options, redactor }, to.name);
  return convertInMemory(source, { redactor, zone: to.zone });
}

/** Each record counts as a sign of progress. */
function watched(adapter: Adapter): Adapter {
  return {
    ...adapter,
    async *parse(source, context) {
      for await (const batch of adapter.parse(source, context)) {
        if (batch.length > 0) Atomics.add(signs, 1, 1);
        yield batch;
      }
    },
    createConverter(assembly, outline) {
      const converter = adapter.createConverter(assembly, outline);
      return {
        ...converter,
        record(value, ref) {
          Atomics.add(signs, 1, 1);
          return converter.record(value, ref);
        },
        end: () => converter.end(),
      };
    },
  };
}

async function adapterAt(index: number): Promise<Adapter> {
  const { adapters } = await loading;
  const adapter = adapters[index];
  if (adapter === undefined) throw new Error(`There is no adapter ${index}.`);
  return adapter;
}
