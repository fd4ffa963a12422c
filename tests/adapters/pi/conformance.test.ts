import { pi } from '../../../src/adapters/pi/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(pi, { cut: 'records' });
