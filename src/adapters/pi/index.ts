export { pi } from './adapter.ts';
