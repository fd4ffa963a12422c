import { resolve } from 'node:path';
import { assertKey, type Store, StoreError } from './contract.ts';
import { openFolderStore } from './folderStore.ts';
import { openS3Store } from './s3Store.ts';

/** Whether what a user wrote is the address of a store in a bucket, and not a path. */
export function isBucketAddress(address: string): boolean {
  return /^s3:/i.test(address);
}

/** Where a bucket's objects lie. */
export interface BucketAddress {
  bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string;
}

/** Reads `s3://bucket/prefix`. Throws a {@link StoreError} for anything else. */
export function parseAddress(address: string): BucketAddress {
  const [, bucket = '', rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/i.exec(address) ?? [];
  // What was written is not quoted: it may contain a password.
  if (bucket === '')
    throw new StoreError('An address of a bucket is written s3://bucket/prefix, without user or port.');
  const prefix = rest.replace(/^\/+/, '').replace(/\/+$/, '');
  if (prefix !== '') assertKey(prefix, `s3://${bucket}`);
  return { bucket, prefix };
}

/**
 * Opens `s3://bucket/prefix`, or a folder. How to reach the bucket is said by the variables that Amazon's own tools read:
 * AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, and AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL for another server.
 * Throws a {@link StoreError} that says what to set where one is missing.
 */
export function openStore(address: string, env: NodeJS.ProcessEnv = process.env): Store {
  if (!isBucketAddress(address)) return openFolderStore(resolve(address));
  const { bucket, prefix } = parseAddress(address);
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined;
  const named = (name: string): string => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    throw new StoreError(
      `s3://${bucket}: ${name} is not set. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (with AWS_SESSION_TOKEN, if they are temporary): \`eval "$(aws configure export-credentials --format env)"\` does, from whatever profile or login there is.`,
    );
  };
  const [accessKeyId, secretAccessKey] = [named('AWS_ACCESS_KEY_ID'), named('AWS_SECRET_ACCESS_KEY')];
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined)
    throw new StoreError(`s3://${bucket}: AWS_REGION is not set. Set it to the bucket's region, such as eu-central-1.`);
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new StoreError('AWS_ENDPOINT_URL is no address of a server, such as https://s3.example.org.');
  const sessionToken = env.AWS_SESSION_TOKEN || undefined;
  return openS3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey, sessionToken }, prefix);
}
