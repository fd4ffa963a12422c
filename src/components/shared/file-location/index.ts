export { FileLocation, type FileLocationProps } from './FileLocation.tsx';
