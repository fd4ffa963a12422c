import { codexExecJson } from '../../../src/adapters/codex-exec-json/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// A record spread over lines, after a prefix, is text until it is complete.
await describeAdapter(codexExecJson, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'text') });
