import { codexRollout } from '../../../src/adapters/codex-rollout/adapter.ts';
import { describeAdapter } from '../../conformance/describeAdapter.ts';

await describeAdapter(codexRollout, { cut: 'records' });
