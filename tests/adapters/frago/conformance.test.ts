import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { frago } from '../../../src/adapters/frago/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(frago, {
  cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'document'),
  pointedTo: [claudeCode],
});
