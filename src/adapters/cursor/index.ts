export { cursor } from './adapter.ts';
