import { std001 } from '../../../src/adapters/std001/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(std001, { cut: 'document' });
