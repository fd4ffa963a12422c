import { codexRollout } from '../../../src/adapters/codex-rollout/index.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(codexRollout, { cut: 'records' });
