export { type EmbeddedContent, type PageData, type PageParts, pageDataId, replayHtml } from './replayHtml.ts';
export { type SessionMarkdownOptions, sessionMarkdown } from './sessionMarkdown.ts';
