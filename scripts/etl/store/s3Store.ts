import { createHash } from 'node:crypto';
import {
  assertKey,
  type ByteRange,
  type Bytes,
  type PutOptions,
  type Store,
  type StoredObject,
  StoreError,
} from './contract.ts';
import { createS3Requests, type S3Request, type S3Settings } from './s3Requests.ts';

/** Parts of an upload, in bytes: this much of an object is in memory. S3 takes 10,000 parts, so that objects may have 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;

/** How often reading goes on after a broken connection. */
const MOST_BREAKS = 5;

/** Most keys in one request to remove. */
const REMOVED_AT_ONCE = 1000;

/** Where an object's own SHA-256 is noted; what another program put there has none. */
const HASH_HEADER = 'x-amz-meta-sha256';

const conditionNotMet = [409, 412] as const;

/** A store in an S3-compatible bucket, below a prefix (without slashes at its ends; empty for all of the bucket). */
export function openS3Store(settings: S3Settings, prefix: string): Store {
  const { send: request, presign } = createS3Requests(settings);
  const address = `s3://${settings.bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const inside = prefix === '' ? '' : `${prefix}/`;
  const nameOf = (key: string): string => {
    assertKey(key, address);
    return `${inside}${key}`;
  };

  const head = (key: string): Promise<Response> => request({ method: 'HEAD', key: nameOf(key), expected: [404] });

  const stat = async (key: string): Promise<StoredObject | undefined> => {
    const { status, headers } = await head(key);
    if (status === 404) return undefined;
    return {
      key,
      size: Number(headers.get('content-length') ?? 0),
      tag: tagOf(headers),
      modifiedMs: Date.parse(headers.get('last-modified') ?? '') || 0,
    };
  };

  const read = async function* (key: string, { start, length }: ByteRange): AsyncGenerator<Uint8Array> {
    const end = start + length;
    let tag: string | undefined;
    for (let [at, breaks] = [start, 0]; at < end; ) {
      const last = Number.isFinite(end) ? String(end - 1) : '';
      const headers = {
        ...(at === 0 && last === '' ? {} : { range: `bytes=${at}-${last}` }),
        ...(tag === undefined ? {} : { 'if-match': tag }),
      };
      const response = await request({ method: 'GET', key: nameOf(key), headers, expected: [412, 416] });
      if (response.status === 416) return;
      if (response.status === 412 || (tag !== undefined && tagOf(response.headers) !== tag))
        throw new StoreError(`${address}/${key}: it changed while it was read. Run again.`);
      tag = tagOf(response.headers);
      try {
        for await (const chunk of response.body ?? []) {
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        breaks += 1;
        if (breaks > MOST_BREAKS)
          throw new StoreError(`${address}/${key}: the connection breaks again and again. Run again.`, {
            cause: error,
          });
      }
    }
  };

  const put = async (key: string, bytes: Bytes, options: PutOptions): Promise<string | undefined> => {
    const parts = cutIntoParts(bytes());
    const first = (await parts.next()).value ?? new Uint8Array();
    const second = (await parts.next()).value;
    return second === undefined
      ? await putWhole(request, nameOf(key), first, options)
      : await putInParts(request, nameOf(key), [first, second], parts, options);
  };

  return {
    address,
    async *list(wanted = '') {
      let token: string | undefined;
      do {
        const page = await listPage(request, `${inside}${wanted}`, token);
        for (const found of page.objects) yield { ...found, key: found.key.slice(inside.length) };
        token = page.next;
      } while (token !== undefined);
    },
    stat,
    read: (key, range = { start: 0, length: Number.POSITIVE_INFINITY }) => read(key, range),
    put: (key, bytes, options = {}) => put(key, bytes, options),
    presign: (key, seconds) => presign(nameOf(key), seconds),
    async hash(key) {
      const { status, headers } = await head(key);
      if (status === 404) return undefined;
      const noted = headers.get(HASH_HEADER);
      if (noted !== null) return noted;
      const hash = createHash('sha256');
      for await (const chunk of read(key, { start: 0, length: Number.POSITIVE_INFINITY })) hash.update(chunk);
      return hash.digest('hex');
    },
    async remove(keys) {
      const names = keys.map(nameOf);
      for (let at = 0; at < names.length; at += REMOVED_AT_ONCE)
        await removeSome(request, names.slice(at, at + REMOVED_AT_ONCE), address);
    },
  };
}

type Requests = (request: S3Request) => Promise<Response>;

function tagOf(headers: Headers): string {
  return headers.get('etag') ?? '';
}

function typeOf(key: string): string {
  return key.endsWith('.json') ? 'application/json' : 'application/octet-stream';
}

function conditions(only: PutOptions['only']): Record<string, string> {
  if (only === undefined) return {};
  return only === 'absent' ? { 'if-none-match': '*' } : { 'if-match': only.tag };
}

async function putWhole(
  request: Requests,
  key: string,
  body: Uint8Array<ArrayBuffer>,
  { only, beat }: PutOptions,
): Promise<string | undefined> {
  beat?.();
  const hash = createHash('sha256').update(body).digest('hex');
  const headers = {
    'content-type': typeOf(key),
    'x-amz-content-sha256': hash,
    [HASH_HEADER]: hash,
    ...conditions(only),
  };
  // With a condition on a tag, 404 says that the object is gone.
  const expected = only === undefined ? [] : only === 'absent' ? conditionNotMet : [...conditionNotMet, 404];
  const response = await request({ method: 'PUT', key, headers, body, expected });
  return response.ok ? tagOf(response.headers) : undefined;
}

/** Nobody sees the object before its last part has come; what a killed run began is removed by the bucket's own rules. */
async function putInParts(
  request: Requests,
  key: string,
  begun: Uint8Array<ArrayBuffer>[],
  more: AsyncIterable<Uint8Array<ArrayBuffer>>,
  { only, beat, sha256 }: PutOptions,
): Promise<string | undefined> {
  const headers = { 'content-type': typeOf(key), ...(sha256 === undefined ? {} : { [HASH_HEADER]: sha256 }) };
  const started = await (await request({ method: 'POST', key, query: { uploads: '' }, headers })).text();
  const uploadId = textOf(started, 'UploadId') ?? '';
  try {
    const tags: string[] = [];
    const send = async (body: Uint8Array<ArrayBuffer>): Promise<void> => {
      beat?.();
      const query = { partNumber: String(tags.length + 1), uploadId };
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
      tags.push(tagOf((await request({ method: 'PUT', key, query, headers, body })).headers));
    };
    for (const part of begun) await send(part);
    for await (const part of more) await send(part);
    const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
    const done = await request({
      method: 'POST',
      key,
      query: { uploadId },
      headers: { 'content-type': 'application/xml', ...conditions(only) },
      body: `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`,
      expected: only === undefined ? [] : conditionNotMet,
    });
    const answer = await done.text();
    if (!done.ok) {
      await abort(request, key, uploadId);
      return undefined;
    }
    // Servers answer 200 before they know, and say in the text that it failed.
    const tag = textOf(answer, 'ETag');
    if (tag === undefined) throw new StoreError(`${key}: the server did not take the object whole. Run again.`);
    return tag;
  } catch (error) {
    await abort(request, key, uploadId);
    throw error;
  }
}

async function abort(request: Requests, key: string, uploadId: string): Promise<void> {
  await request({ method: 'DELETE', key, query: { uploadId }, expected: [404] }).catch(() => undefined);
}

/** Pieces joined to parts of one size; the last may be shorter. */
async function* cutIntoParts(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      // A copy: the piece may be valid only until the next one is asked for.
      const taken = new Uint8Array(piece.subarray(at, at + PART_BYTES - length));
      waiting.push(taken);
      length += taken.length;
      at += taken.length;
      if (length < PART_BYTES) continue;
      yield joined(waiting, length);
      [waiting, length] = [[], 0];
    }
  }
  if (length > 0) yield joined(waiting, length);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

async function listPage(
  request: Requests,
  prefix: string,
  token: string | undefined,
): Promise<{ objects: StoredObject[]; next: string | undefined }> {
  const query = {
    'list-type': '2',
    'encoding-type': 'url',
    prefix,
    ...(token === undefined ? {} : { 'continuation-token': token }),
  };
  const text = await (await request({ method: 'GET', query })).text();
  const decode = textOf(text, 'EncodingType') === 'url' ? decodeKey : (key: string) => key;
  const objects = text
    .split('<Contents>')
    .slice(1)
    .map(
      (part): StoredObject => ({
        key: decode(textOf(part, 'Key') ?? ''),
        size: Number(textOf(part, 'Size') ?? 0),
        tag: textOf(part, 'ETag') ?? '',
        modifiedMs: Date.parse(textOf(part, 'LastModified') ?? '') || 0,
      }),
    )
    // A name that ends with a slash stands for a folder, and is made by file managers.
    .filter(({ key }) => !key.endsWith('/'));
  const next = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : undefined;
  return { objects, next };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    // Not UTF-8; `isKey` refuses what stands for it.
    return '\0';
  }
}

/** The text of the first element of a name, in the XML of an answer; those asked for never contain elements. */
function textOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start === -1 || end === -1) return undefined;
  return unescapeXml(xml.slice(start + name.length + 2, end));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function removeSome(request: Requests, keys: readonly string[], address: string): Promise<void> {
  if (keys.length === 0) return;
  const list = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('');
  const body = `<Delete><Quiet>true</Quiet>${list}</Delete>`;
  const headers = {
    'content-type': 'application/xml',
    'content-md5': createHash('md5').update(body).digest('base64'),
  };
  const answer = await (await request({ method: 'POST', query: { delete: '' }, headers, body })).text();
  if (answer.includes('<Error>'))
    throw new StoreError(
      `${address}: not everything could be removed (${textOf(answer, 'Code') ?? 'no reason given'}).`,
    );
}
