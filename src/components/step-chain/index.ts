export { StepChain, type StepChainProps } from './StepChain.tsx';
