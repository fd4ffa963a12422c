import { claudeCode } from '../../../src/adapters/claude-code/adapter.ts';
import { wf } from '../../../src/adapters/wf/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(wf, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'page'), pointedTo: [claudeCode] });
