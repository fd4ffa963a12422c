import { expect } from 'vitest';
import { createMemoryContents } from '../../../src/adapters/assemble/contents.ts';
import { type AssemblyOptions, createAssembly } from '../../../src/adapters/assemble/createAssembly.ts';
import { createMemoryItems } from '../../../src/adapters/assemble/itemStore.ts';
import { type SessionSink, serializeSession, toSession } from '../../../src/adapters/index.ts';
import { createSha256, hashBytes } from '../../../src/adapters/sha256.ts';
import { type Session, sessionSchema, sessionV30Schema } from '../../../src/session/index.ts';

/** A moment in the test logs: a second within one minute. */
export const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`;

/** How the test logs are assembled. */
export const options: AssemblyOptions = {
  format: 'toy',
  names: ['toy.log'],
  hints: undefined,
  redactor: undefined,
  hash: hashBytes,
  createHash: createSha256,
  createItems: createMemoryItems,
  createContents: createMemoryContents,
  nameSession: () => 'named',
  annotate: false,
};

/** Assembles one session, checks it against the schemas and its own JSON, and returns it with its diagnostics. */
export function assemble(write: (sink: SessionSink) => void, more: Partial<AssemblyOptions> = {}) {
  const assembly = createAssembly({ ...options, ...more });
  write(assembly.session('main'));
  const [converted] = assembly.finish([]);
  if (converted === undefined) throw new Error('no session');
  const session = toSession(converted.session);
  expect(sessionV30Schema.safeParse(session).error).toBeUndefined();
  expect(sessionSchema.safeParse(session).error).toBeUndefined();
  expect(JSON.parse([...serializeSession(converted.session)].join(''))).toEqual(session);
  return { session, contents: converted.contents, codes: converted.diagnostics.map(({ code }) => code) };
}

/** The first call of a session. */
export const first = (session: Session) => session.tool_calls[0];
