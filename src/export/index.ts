export {
  type EmbeddedContent,
  type EmbeddedReplay,
  mediaTypeOf,
  type PageData,
  type PageParts,
  pageDataId,
  replayHtml,
  type ServedReplay,
} from './replayHtml.ts';
export { reportMarkdown } from './reportMarkdown.ts';
export { type SessionMarkdownOptions, sessionMarkdown } from './sessionMarkdown.ts';
