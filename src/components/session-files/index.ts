export { SessionFiles, type SessionFilesProps } from './SessionFiles.tsx';
