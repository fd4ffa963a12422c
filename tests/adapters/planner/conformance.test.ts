import { planner } from '../../../src/adapters/planner/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(planner, { cut: 'records' });
