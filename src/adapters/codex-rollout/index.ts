export { codexRollout } from './adapter.ts';
export type { IgnoreReason } from './descriptor.ts';
