export { ContextLinkList, type ContextLinkListProps } from './ContextLinkList.tsx';
export { ContextLinks, type ContextLinksProps } from './ContextLinks.tsx';
