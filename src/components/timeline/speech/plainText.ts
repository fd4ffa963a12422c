import { coverRule } from '../../masking/cover.ts';
import { oneLine } from '../../shared/text/oneLine.ts';
import { type TextPart, textParts } from '../../shared/text/textParts.ts';
import type { Kit } from '../../theme/kit.ts';

/** What a name has room for. */
const longest = 160;

/** A text from a log as a name can have it: on one line, cut, with secrets told and unseen characters left out. */
export function plainText(kit: Kit, text: string): string {
  return textParts(oneLine(text, longest))
    .map((part) => speakPart(kit, part))
    .join('');
}

function speakPart({ t }: Kit, part: TextPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'mask':
      return part.rule === coverRule ? t('text.covered') : t('text.masked', { rule: part.rule });
    case 'hidden':
      return '';
  }
}
