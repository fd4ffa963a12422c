import { noHeader } from './outputHeader.ts';
import type { Output } from './readOutput.ts';

/** The output of a call that has none of its own. */
export const emptyOutput: Output = { ...noHeader, text: '', attachments: [], success: undefined };
