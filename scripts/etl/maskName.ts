import { createHash } from 'node:crypto';
import type { Redactor } from '../../src/redaction/index.ts';

/** A path or key without its secrets. One that contained any gets a hash of the whole, so that it stays distinct from others. */
export function maskName(name: string, redactor: Redactor | undefined): string {
  const masked = redactor?.mask(name) ?? name;
  return masked === name ? name : `${masked}#${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
