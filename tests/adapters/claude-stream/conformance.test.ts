import { claudeStream } from '../../../src/adapters/claude-stream/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// Text between records, and a list spread over lines, can be cut at any line break.
await describeAdapter(claudeStream, { cut: (name) => (name.endsWith('.jsonl') ? 'records' : 'text') });
