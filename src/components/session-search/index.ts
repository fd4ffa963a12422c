export { type FoundTexts, SessionSearch, type SessionSearchProps } from './SessionSearch.tsx';
