import { opencode } from '../../../src/adapters/opencode/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// A message of an export is whole at no line break but its last.
await describeAdapter(opencode, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'text') });
