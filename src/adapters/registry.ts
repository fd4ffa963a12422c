import { errorText } from '../session/text/errorText.ts';
import { claudeCode } from './claude-code/index.ts';
import { claudeStream } from './claude-stream/index.ts';
import { codexExecJson } from './codex-exec-json/index.ts';
import { codexLog } from './codex-log/index.ts';
import { codexRollout } from './codex-rollout/index.ts';
import type { Adapter, Detection, FileRole, Sample } from './contract.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { cursor } from './cursor/index.ts';
import { frago } from './frago/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { kimi } from './kimi/index.ts';
import { kiroCli } from './kiro-cli/index.ts';
import { opencode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { planner } from './planner/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import { std001 } from './std001/index.ts';
import { wf } from './wf/index.ts';

/** Every adapter of the kit. The order has no effect. */
export const adapters: readonly Adapter[] = [
  std001,
  claudeCode,
  claudeStream,
  codexExecJson,
  codexLog,
  codexRollout,
  copilotCli,
  cursor,
  frago,
  geminiCli,
  kimi,
  kiroCli,
  opencode,
  pi,
  planner,
  qwenCode,
  wf,
];

export function adapterById(id: string): Adapter | undefined {
  return adapters.find(({ descriptor }) => descriptor.id === id);
}

type Recognised = Exclude<Detection, { grade: 'no' }>;

export interface Claim {
  adapter: Adapter;
  detection: Recognised;
}

export interface FormatDetection {
  /** The most certain adapter; undefined if none claims the file. */
  best: Claim | undefined;
  /** Other adapters that are equally certain; the caller reports a tie. */
  ties: readonly Claim[];
  /** Why each other adapter rejects it, by adapter id. */
  refusals: Readonly<Record<string, string>>;
  /** Id of the adapter that rejects the file although it holds most of its marks; undefined where the file holds no adapter's marks. */
  nearest: string | undefined;
}

const grades = { certain: 2, likely: 1 } as const;

/**
 * Asks every adapter and returns the most certain. Order has no effect: equals are reported as a tie, in which one of the kit's adapters
 * wins over an external one. An external adapter that throws does not claim the file; its refusal says so.
 */
export function detectFormat(sample: Sample, candidates: readonly Adapter[] = adapters): FormatDetection {
  const claims: Claim[] = [];
  const refusals: [string, string][] = [];
  for (const adapter of candidates) {
    const detection = adapter.contract === undefined ? adapter.detect(sample) : askOutside(adapter, sample);
    if (detection.grade === 'no') refusals.push([adapter.descriptor.id, detection.because]);
    else claims.push({ adapter, detection });
  }
  const bestGrade = Math.max(0, ...claims.map(({ detection }) => grades[detection.grade]));
  const [best, ...ties] = claims
    .filter(({ detection }) => grades[detection.grade] === bestGrade)
    .sort((a, b) => Number(a.adapter.contract !== undefined) - Number(b.adapter.contract !== undefined));
  const nearest = best === undefined ? nearestOf(sample, candidates) : undefined;
  return { best, ties, refusals: Object.fromEntries(refusals), nearest };
}

/** External adapters are not trusted: one that throws, or returns no valid detection, loses only this file. */
function askOutside(adapter: Adapter, sample: Sample): Detection {
  try {
    const detection: Partial<Recognised> | undefined = adapter.detect(sample) as Recognised;
    const because = typeof detection?.because === 'string' ? detection.because : '';
    if (detection?.grade === 'certain' || detection?.grade === 'likely') {
      if (isRole(detection.role)) return { grade: detection.grade, because, role: detection.role };
      return { grade: 'no', because: 'its adapter failed: it says no role of the file' };
    }
    return { grade: 'no', because };
  } catch (error) {
    return { grade: 'no', because: `its adapter failed: ${errorText(error)}` };
  }
}

function isRole(role: unknown): role is FileRole {
  const { is, key, because } = (role ?? {}) as Record<string, unknown>;
  return is === 'side' ? typeof because === 'string' : (is === 'primary' || is === 'part') && typeof key === 'string';
}

/** A guess as a starting point for the user: by the share of each format's marks found in the sample. */
function nearestOf({ text }: Sample, candidates: readonly Adapter[]): string | undefined {
  const shares = candidates.map(({ descriptor: { id, marks } }) => {
    return { id, share: marks.filter((mark) => text.includes(mark)).length / marks.length };
  });
  const [nearest] = shares.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return nearest?.id;
}
