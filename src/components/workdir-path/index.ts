export { WorkdirPath, type WorkdirPathProps } from './WorkdirPath.tsx';
