import { cursor } from '../../../src/adapters/cursor/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(cursor, { cut: (name) => (/\.(?:db|vscdb)$/.test(name) ? 'pieces' : 'records') });
