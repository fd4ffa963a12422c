import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { type Conversion, convertSource, groupSources, readSample, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

type Fields = Record<string, unknown>;

export const SESSION = '5e55107a-0000-4000-8000-000000000001';

/** Writes a transcript record by record: a second apart, each the child of the one before, unless set otherwise. */
export class LogDrawing {
  readonly records: Fields[] = [];
  private readonly common: Fields;
  /** Prefixes the uuids of a subagent's records, to keep them distinct. */
  private readonly salt: string;
  private count = 0;
  private parent: string | null = null;

  constructor(common: Fields = {}) {
    this.common = {
      isSidechain: false,
      cwd: '/p',
      sessionId: SESSION,
      version: '2.1.114',
      gitBranch: 'main',
      ...common,
    };
    const agent = Buffer.from(String(common.agentId ?? '')).toString('hex');
    this.salt = agent.slice(-8).padStart(8, '0');
  }

  /** Adds a record with an envelope; returns its uuid. */
  add(type: string, fields: Fields): string {
    this.count += 1;
    const uuid = `${this.salt}-0000-4000-8000-${String(this.count).padStart(12, '0')}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1) + this.count * 1000).toISOString();
    this.records.push({ parentUuid: this.parent, ...this.common, type, uuid, timestamp, ...fields });
    this.parent = uuid;
    return uuid;
  }

  raw(record: Fields): void {
    this.records.push(record);
  }

  user(content: unknown, fields: Fields = {}): string {
    return this.add('user', { message: { role: 'user', content }, ...fields });
  }

  assistant(blocks: unknown, fields: Fields = {}): string {
    const { message, ...rest } = fields as { message?: Fields };
    const id = `msg_${this.salt}_${this.count}`;
    return this.add('assistant', {
      message: { role: 'assistant', model: 'm', id, content: blocks, ...message },
      ...rest,
    });
  }

  call(id: string, name: string, input: Fields = {}, fields: Fields = {}): string {
    return this.assistant([{ type: 'tool_use', id, name, input }], fields);
  }

  result(id: string, content: unknown, fields: Fields = {}): string {
    const { is_error, ...rest } = fields;
    const block = { type: 'tool_result', tool_use_id: id, content, ...(is_error === undefined ? {} : { is_error }) };
    return this.user([block], rest);
  }

  toString(): string {
    return this.records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

/** Converts files given by name, as the command would: detects and groups them, and converts the only group. */
export async function convertFiles(files: Record<string, string | LogDrawing>): Promise<Conversion> {
  const claimed = [];
  for (const [name, content] of Object.entries(files)) {
    const file = fileOf(name, String(content));
    const { grade, role } = { role: undefined, ...claudeCode.detect(await readSample(name, file.bytes())) };
    if (grade !== 'no' && role !== undefined) claimed.push({ file, adapter: claudeCode, role });
  }
  const [group, ...others] = groupSources(claimed);
  if (group === undefined || others.length > 0) throw new Error(`${others.length + 1} groups where one was drawn.`);
  return convertSource(claudeCode, { files: group.files });
}

/** The session of one transcript written here. */
export async function sessionOf(log: LogDrawing, parts: Record<string, string | LogDrawing> = {}): Promise<Session> {
  const { sessions } = await convertFiles({ [`p/${SESSION}.jsonl`]: log, ...parts });
  const [first] = sessions;
  if (first === undefined) throw new Error('No session came of the drawing.');
  return toSession(first.session);
}
