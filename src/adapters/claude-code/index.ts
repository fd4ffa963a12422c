export { claudeCode } from './adapter.ts';
