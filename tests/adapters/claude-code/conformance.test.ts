import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(claudeCode, { cut: 'records' });
