export { SessionSearch, type SessionSearchProps } from './SessionSearch.tsx';
