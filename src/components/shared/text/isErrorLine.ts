const telling =
  /\b(?:error|failed|failure|fatal|panic|exception|traceback|not found|denied)\b|^E\s|\u9519\u8bef|\u5931\u8d25/i;

/** Whether a line of output reads like the reason of a failure. Only ever adds colour to words that say it already. */
export function isErrorLine(line: string): boolean {
  return telling.test(line);
}
