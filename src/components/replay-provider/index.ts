export { ReplayProvider, type ReplayProviderOptions, type ReplayProviderProps } from './ReplayProvider.tsx';
