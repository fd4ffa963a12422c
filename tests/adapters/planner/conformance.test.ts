import { planner } from '../../../src/adapters/planner/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(planner, { cut: 'records' });
