import { kiroCli } from '../../../src/adapters/kiro-cli/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(kiroCli, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'text') });
