import { codexExecJson } from '../../../src/adapters/codex-exec-json/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// A record laid out over lines, behind a prefix, is text until it is whole.
await describeAdapter(codexExecJson, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'text') });
