export { SessionOverview, type SessionOverviewProps } from './SessionOverview.tsx';
