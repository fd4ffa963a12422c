import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { wf } from '../../../src/adapters/wf/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(wf, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'page'), pointedTo: [claudeCode] });
