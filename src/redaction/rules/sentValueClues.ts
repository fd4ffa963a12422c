import { isPlaceholder } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { readArgument } from '../match/commandArgument.ts';
import type { Clue } from '../secretRule.ts';

/** Judges a value by its position alone: it must look random, have more than hexadecimal digits, and be no id with a prefix. */
function isNothingElse(value: string): boolean {
  return (
    value.length <= 512 &&
    looksRandom(value, 20) &&
    /\d.*\d/.test(value) &&
    /[A-Z]/.test(value) &&
    !/^[0-9a-f-]+$|[/\\:]|=\w|^[a-z]{1,12}[_-]|\.[a-z]{1,5}$|^[\w-]+(?:\.[\w-]+)+$/i.test(value) &&
    !isPlaceholder(value)
  );
}

// Tested first, because few options have a value this long.
const option = /[a-z0-9-]{0,40}[ =](?=\\{0,15}["']?[\w+=~.-]{20})/y;
const otherOption =
  /(?:id|sha\d*|hash|digest|commit|rev|ref|image|tag|from|file|path|dir|url|uri|name|version|checksum|integrity|session|resume|run|format|query|filter|project|org|arn|resource|bucket|fingerprint|public|pub|branch|message|body|data|json|input|output|agent|cursor|page|after|before|text|title|content|head|base|match|grep|pattern|select|revision|distribution|nonce|key|token|secret|password|pass|passphrase|passwd|auth)[ =]$/;

/** An option of any program with a random value: `--cookie …`, `--enrollment …`. */
const inOption: Clue['match'] = (text, _at, after) => {
  option.lastIndex = after - 1;
  if (!option.test(text) || otherOption.test(text.slice(after - 1, option.lastIndex))) return undefined;
  const value = readArgument(text, option.lastIndex);
  return value !== undefined && isNothingElse(text.slice(value.start, value.end)) ? value : undefined;
};

const argumentName = /\w{1,30} /y;
/** `jq --arg name …`. */
const inNamedArgument: Clue['match'] = (text, _at, after) => {
  argumentName.lastIndex = after;
  const value = argumentName.test(text) ? readArgument(text, argumentName.lastIndex) : undefined;
  return value !== undefined && isNothingElse(text.slice(value.start, value.end)) ? value : undefined;
};

const header = /(?:\\{0,15}["'])?([A-Za-z][\w-]{1,60}):[ \t]{0,3}([^\s"'\\,;]{16,512})(?=\\{0,15}["'])/y;
const otherHeader =
  /request-?id|trace|span|etag|if-none|md5|digest|correlation|idempotency|agent|sha\d|content|accept|host|referer|origin|range|date|version|cookie|nonce|signature|boundary|session-id|device-id|client-id|public|sec-|key|token|secret|auth|pass/i;

/** A custom header that a command sends: `-H 'X-Acme: …'`. */
const inSentHeader: Clue['match'] = (text, _at, after) => {
  header.lastIndex = /["']/.test(text.charAt(after - 1)) ? after - 1 : after;
  const [, name = '', value = ''] = header.exec(text) ?? [];
  if (value === '' || otherHeader.test(name)) return undefined;
  const isHex = /^[0-9a-f]{32,64}$/.test(value) && looksRandom(value, 32);
  if (!isHex && !isNothingElse(value)) return undefined;
  return { start: header.lastIndex - value.length, end: header.lastIndex };
};

/** Values that a command sends, whatever their names. */
export const sentValueClues: readonly Clue[] = [
  { anchor: ' --[a-z]', match: inOption },
  { anchor: '--arg ', match: inNamedArgument },
  { anchor: ` -H ["']`, match: inSentHeader },
  { anchor: ` -H["']`, match: inSentHeader },
  { anchor: `--header[ =]["']`, match: inSentHeader },
];
