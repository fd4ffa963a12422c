import { geminiCli } from '../../../src/adapters/gemini-cli/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

// A document that is cut still tells the messages before the cut.
await describeAdapter(geminiCli, { cut: 'records' });
