export { copilotCli } from './adapter.ts';
