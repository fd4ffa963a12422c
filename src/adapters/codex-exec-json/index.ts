export { codexExecJson } from './adapter.ts';
