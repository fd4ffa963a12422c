export { MonitorStatus, type MonitorStatusProps } from './MonitorStatus.tsx';
