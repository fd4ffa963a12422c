const telling =
  /(?:errors?|exceptions?)\b|\b(?:failed|failure|fail|fatal|panic|traceback|not found|denied)\b|^E\s|错误|失败/i;

/** Whether a line of output reads like the reason of a failure. Only ever adds colour to words that say it already. */
export function isErrorLine(line: string): boolean {
  return telling.test(line);
}
