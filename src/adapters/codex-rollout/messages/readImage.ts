import type { AttachmentPart } from '../../assembly.ts';
import { asObject, asWords, type Fields } from '../narrow.ts';

/** The image of a content part: `{image_url}`, `{image_url: {url}}` or `{data, mimeType}`; undefined where it has none. */
export function readImage(part: Fields): AttachmentPart | undefined {
  const url = asWords(part.image_url) ?? asWords(asObject(part.image_url)?.url);
  if (url !== undefined) return imageOfUrl(url);
  const data = asWords(part.data);
  if (data === undefined || part.type !== 'image') return undefined;
  return { kind: 'image', media_type: asWords(part.mimeType) ?? asWords(part.mime_type), base64: data };
}

/** An image by its URL: with its bytes where the URL holds them, else by name. */
export function imageOfUrl(url: string): AttachmentPart {
  if (!url.startsWith('data:')) return { kind: 'image', name: url };
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma === -1 ? undefined : comma);
  const [mediaType = ''] = head.split(';', 1);
  const named = mediaType === '' ? {} : { media_type: mediaType };
  if (comma === -1 || !head.endsWith(';base64')) return { kind: 'image', ...named };
  return { kind: 'image', ...named, base64: url.slice(comma + 1) };
}
