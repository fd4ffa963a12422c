export { geminiCli } from './adapter.ts';
