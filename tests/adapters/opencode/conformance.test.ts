import { opencode } from '../../../src/adapters/opencode/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(opencode, {
  cut(name) {
    if (name.endsWith('.db') || name.includes('/storage/')) return 'pieces';
    // A message of an export is incomplete at every line break but its last.
    return name.endsWith('.jsonl') ? 'records' : 'text';
  },
});
