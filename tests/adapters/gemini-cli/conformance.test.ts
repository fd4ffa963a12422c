import { geminiCli } from '../../../src/adapters/gemini-cli/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// A truncated document still has the messages before the cut.
await describeAdapter(geminiCli, { cut: 'records' });
