export { qwenCode } from './adapter.ts';
