import { kimi } from '../../../src/adapters/kimi/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(kimi, { cut: 'records' });
