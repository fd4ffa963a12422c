export { std001 } from './adapter.ts';
