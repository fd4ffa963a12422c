import { copilotCli } from '../../../src/adapters/copilot-cli/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// A string that raw line breaks cut is one record over several lines.
await describeAdapter(copilotCli, { cut: (name) => (name.endsWith('broken.jsonl') ? 'text' : 'records') });
