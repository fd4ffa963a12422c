export { opencode } from './adapter.ts';
