export { toolCategory } from '../../session/index.ts';
