import { qwenCode } from '../../../src/adapters/qwen-code/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(qwenCode, { cut: 'records' });
