export { kimi } from './adapter.ts';
