'use client';
import type { MessageEvent } from '../../session/index.ts';
import { useKit } from '../theme/useKit.ts';

/** Who said it: the name in the log, else the agent's, else the role in the kit's language. */
export function useAuthor({ role, from }: MessageEvent, agentName: string | undefined): string {
  const { t } = useKit();
  if (from !== undefined && from !== '') return from;
  if (role === 'assistant' && agentName !== undefined) return agentName;
  return t(`role.${role}`);
}
