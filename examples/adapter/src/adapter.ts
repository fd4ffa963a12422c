import {
  defineAdapter,
  field,
  isJsonObject,
  type JsonObject,
  readJsonLines,
  toolResult,
} from 'agent-replay-kit/adapters';

/** The reasons for which records are ignored; each says why nothing is lost. */
const ignores = {
  heartbeat: 'The connection is alive: nothing happened.',
} as const;

export const adapter = defineAdapter<JsonObject, keyof typeof ignores>({
  contract: 1,
  package: { name: 'agent-replay-adapter-my-agent', version: '0.1.0' },

  descriptor: {
    id: 'my-agent',
    label: 'My Agent',
    specUrl: undefined,
    marks: ['"my_agent"'],
    versionsSeen: ['1.0'],
    capabilities: { times: 'each item', thinking: false, tokens: true, subagents: false, outcomes: true },
    ignores,
  },

  // Decided by the name and the first 64 KiB. The reason is shown to users.
  detect({ records, name }) {
    const [first] = records;
    if (isJsonObject(first) && 'my_agent' in first) {
      // Files whose role has the same key are converted together: a run, and its parts (`is: 'part'`).
      const key = field.text(first, 'id') ?? name;
      return { grade: 'certain', because: 'its first record names my_agent', role: { is: 'primary', key } };
    }
    return { grade: 'no', because: 'its first record does not name my_agent' };
  },

  // Bytes to records. readJsonLines copes with torn lines, a BOM, NUL bytes and lines of any length.
  async *parse({ files }, context) {
    for (const [source, file] of files.entries()) {
      for await (const batch of readJsonLines(file, { context, source })) {
        yield batch.map((item) =>
          item.is === 'record'
            ? { ...item, value: isJsonObject(item.value) ? item.value : { value: item.value } }
            : item,
        );
      }
    }
  },

  // Records to calls and events, with a verdict for each. Never throws; what the log does not say is left out.
  createConverter(assembly) {
    const session = assembly.session('main');
    /** Tool names of the calls that wait for a result: for a command, the outcome is also in its text. */
    const tools = new Map<string, string>();
    return {
      record(raw, ref) {
        const at = field.text(raw, 'time');
        const nativeId = field.text(raw, 'id');
        const text = field.text(raw, 'text') ?? '';
        switch (raw.type) {
          case 'session':
            session.describe({
              nativeId,
              startedAt: at,
              modelId: field.text(raw, 'model'),
              environment: { cwd: field.text(raw, 'cwd') },
            });
            return 'converted';
          case 'prompt':
            session.message({ role: 'user', text, at, ref, nativeId });
            return 'converted';
          case 'reply':
            session.message({ role: 'assistant', text, at, ref, nativeId });
            return 'converted';
          case 'call': {
            const name = field.text(raw, 'tool') ?? 'unknown';
            session.openCall({ name, params: { ...field.object(raw, 'input') }, nativeId, at, ref });
            if (nativeId !== undefined) tools.set(nativeId, name);
            return 'converted';
          }
          case 'result': {
            const id = field.text(raw, 'call') ?? '';
            const ok = field.flag(raw, 'ok');
            const outcome = ok === undefined ? 'unknown' : ok ? 'succeeded' : 'failed';
            const result = toolResult(tools.get(id) ?? 'unknown', { outcome, text: field.text(raw, 'output') });
            session.closeCall(id, { ...result, at, ref });
            tools.delete(id);
            return 'converted';
          }
          case 'usage':
            session.usage({
              usage: { input: field.number(raw, 'input'), output: field.number(raw, 'output') },
              at,
              ref,
            });
            return 'converted';
          case 'heartbeat':
            return { ignored: 'heartbeat' };
          default:
            session.unknown({ recordType: String(field.text(raw, 'type')), raw, at, ref });
            return 'unknown';
        }
      },
      end: () => undefined,
    };
  },
});

export default adapter;
