export { kiroCli } from './adapter.ts';
