export { toIso, toMillis } from '../../session/index.ts';
