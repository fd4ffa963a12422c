export { type SessionMarkdownOptions, sessionMarkdown } from './sessionMarkdown.ts';
