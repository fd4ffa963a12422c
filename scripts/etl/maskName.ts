import { createHash } from 'node:crypto';
import type { Redactor } from '../../src/redaction/index.ts';

/** A path or a key without its secrets; one that held any is told apart from others by a hash of the whole. */
export function maskName(name: string, redactor: Redactor | undefined): string {
  const masked = redactor?.mask(name) ?? name;
  return masked === name ? name : `${masked}#${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
