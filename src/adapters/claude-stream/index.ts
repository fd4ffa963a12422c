export { claudeStream } from './adapter.ts';
