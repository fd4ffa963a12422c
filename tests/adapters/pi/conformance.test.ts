import { pi } from '../../../src/adapters/pi/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(pi, { cut: 'records' });
