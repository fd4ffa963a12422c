import { codexLog } from '../../../src/adapters/codex-log/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(codexLog, { cut: 'text' });
