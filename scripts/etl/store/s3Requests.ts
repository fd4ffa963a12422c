import { setTimeout as sleep } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import { StoreError } from './contract.ts';

/** How to reach a bucket. */
export interface S3Settings {
  bucket: string;
  /** Of the server, without the bucket. @default Amazon's for the region */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** How often a request is tried again where the network or the server fails, and the first pause before that. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 100;

/** Longest wait for the head of an answer. */
const SILENT_MS = 300_000;

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Absent for requests about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  /** Statuses besides 2xx that the caller deals with. */
  expected?: readonly number[];
}

export interface S3Requests {
  /** Sends a signed request, again where that helps. Rejects with a {@link StoreError} that contains no credentials. */
  send(request: S3Request): Promise<Response>;
  /** An address by which anyone can read an object, for so many seconds. */
  presign(key: string, seconds: number): Promise<string>;
}

/** Signs requests about one bucket. The client is loaded with the first of them, for nobody else needs it. */
export function createS3Requests(settings: S3Settings): S3Requests {
  const { bucket, region, endpoint = `https://s3.${region}.amazonaws.com` } = settings;
  let client: Promise<AwsClient> | undefined;
  const load = async (): Promise<AwsClient> => {
    const { AwsClient } = await import('aws4fetch');
    const { accessKeyId, secretAccessKey, sessionToken } = settings;
    // Tried again here, because the client does not do so where the network fails.
    return new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region,
      retries: 0,
    });
  };

  const signer = (): Promise<AwsClient> => {
    client ??= load();
    return client;
  };

  const addressOf = (key: string | undefined, query: Record<string, string>): string => {
    const url = new URL(endpoint);
    url.pathname = [url.pathname.replace(/\/$/, ''), bucket, ...(key === undefined ? [] : [encodeKey(key)])].join('/');
    url.search = Object.entries(query)
      .map(([name, value]) => `${name}=${escaped(value)}`)
      .join('&');
    return url.href;
  };

  const sendOnce = async ({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> => {
    const request = await (await signer()).sign(addressOf(key, query), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENT_MS);
    try {
      return await fetch(request, { signal: silence.signal });
    } finally {
      clearTimeout(timer);
    }
  };

  const send = async (request: S3Request): Promise<Response> => {
    const address = `s3://${bucket}${request.key === undefined ? '' : `/${request.key}`}`;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= RETRIES;
      try {
        const response = await sendOnce(request);
        if (response.ok || request.expected?.includes(response.status)) return response;
        const isOverloaded = response.status === 429 || response.status >= 500;
        if (!isOverloaded || isLast) throw await errorOf(response, address);
        await response.body?.cancel();
      } catch (error) {
        if (error instanceof StoreError) throw error;
        if (isLast || !isPassing(error)) throw unreachable(error, address, endpoint);
      }
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2));
    }
  };

  return {
    send,
    async presign(key, seconds) {
      // What a log held is never shown as a page of the bucket's own address.
      const query = { 'X-Amz-Expires': String(seconds), 'response-content-type': 'application/octet-stream' };
      const { url } = await (await signer()).sign(addressOf(key, query), { aws: { signQuery: true } });
      return url;
    },
  };
}

function encodeKey(key: string): string {
  return key.split('/').map(escaped).join('/');
}

/** As signatures want it: everything but letters, digits and `-._~` is escaped. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Whether a failure of the network may pass; a name that does not exist, or a refused connection, is reported at once. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return !['ENOTFOUND', 'ECONNREFUSED', 'ERR_INVALID_URL', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'].includes(
    code,
  );
}

function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown };
  return String(cause?.code ?? code ?? name ?? 'unknown');
}

function unreachable(error: unknown, address: string, endpoint: string): StoreError {
  // The server's name alone: an address may contain a password.
  const { host } = URL.canParse(endpoint) ? new URL(endpoint) : { host: 'the endpoint' };
  return new StoreError(
    `${address}: ${host} cannot be reached (${codeOf(error)}). Check AWS_ENDPOINT_URL and the network, then run again.`,
  );
}

/** The error that a server answered, in words. Its own message is left out: it may quote the key. */
async function errorOf(response: Response, address: string): Promise<StoreError> {
  const text = await response.text().catch(() => '');
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  return new StoreError(`${address}: ${meaningOf(code, response.status)}`);
}

function meaningOf(code: string, status: number): string {
  switch (code) {
    case 'NoSuchBucket':
      return 'there is no such bucket. Create it, or correct its name.';
    case 'NoSuchKey':
      return 'there is no such object.';
    case 'AccessDenied':
    case 'AllAccessDisabled':
      return 'these credentials may not do that (AccessDenied). They need to list, read and write below this address.';
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `the credentials are wrong (${code}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    case 'ExpiredToken':
    case 'TokenRefreshRequired':
      return 'the session of these credentials has ended. Log in again, then run again.';
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `the bucket lies in another region (${code}). Set AWS_REGION to its region.`;
    case 'RequestTimeTooSkewed':
      return 'the clock of this machine is wrong. Set it, then run again.';
    default:
      break;
  }
  if (status === 404) return 'there is no such object.';
  if (status === 403)
    return 'these credentials may not do that (403). They need to list, read and write below this address.';
  if (status === 301 || status === 307) return 'the bucket lies elsewhere. Set AWS_REGION or AWS_ENDPOINT_URL.';
  return `the server answered ${status}${code === '' ? '' : ` (${code})`}. Run again; if that does not help, ask who runs it.`;
}
