export { PhaseBlock, type PhaseBlockProps } from './PhaseBlock.tsx';
