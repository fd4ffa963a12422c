import { cursor } from '../../../src/adapters/cursor/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(cursor, { cut: (name) => (name.endsWith('.db') ? 'pieces' : 'records') });
