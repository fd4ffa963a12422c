import type { RolloutVerdict } from '../descriptor.ts';
import { asNumber, asObject, asWords, type Fields, objectsIn } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** A review begins: what is reviewed. */
export function convertReviewStart(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const hint = asWords(payload.user_facing_hint) ?? asWords(payload.review);
  const asked = asWords(payload.prompt) ?? asWords(asObject(payload.target)?.instructions);
  const text = ['Review started', hint, asked === hint ? undefined : asked].flatMap((each) => each ?? []).join(': ');
  const extensions = payload.target == null ? undefined : { target: payload.target };
  thread.sink.notice({ kind: 'mode_change', text, at, ref, extensions });
  return 'converted';
}

/** A review ends: its verdict and findings. */
export function convertReviewEnd(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const output = asObject(payload.review_output);
  const lines = [
    ['Review finished', asWords(output?.overall_correctness) ?? asWords(payload.review)]
      .flatMap((each) => each ?? [])
      .join(': '),
    asWords(output?.overall_explanation),
    ...objectsIn(output?.findings).map(describeFinding),
  ];
  const text = lines.flatMap((line) => line ?? []).join('\n\n');
  const extensions = output === undefined ? undefined : { review_output: output };
  thread.sink.notice({ kind: 'mode_change', text, at, ref, extensions });
  return 'converted';
}

function describeFinding(finding: Fields): string {
  const location = asObject(finding.code_location);
  const range = asObject(location?.line_range);
  const line = asNumber(range?.start);
  const place = asWords(location?.absolute_file_path) ?? asWords(finding.code_location);
  const where = place === undefined ? [] : [line === undefined ? place : `${place}:${line}`];
  return [asWords(finding.title), asWords(finding.body), ...where].flatMap((each) => each ?? []).join('\n');
}
