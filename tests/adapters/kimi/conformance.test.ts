import { kimi } from '../../../src/adapters/kimi/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(kimi, { cut: 'records' });
