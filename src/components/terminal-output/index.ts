export { TerminalOutput, type TerminalOutputProps } from './TerminalOutput.tsx';
