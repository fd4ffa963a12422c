/**
 * Whether a value is a placeholder for a secret: `your-key-here`, `xxxx`, `<token>`, `${TOKEN}`, `process.env.TOKEN`, `***`, or words
 * that placeholders are made of. A time counts, too: no secret is one.
 */
export function isPlaceholder(value: string): boolean {
  return (
    isTemplate(value) ||
    isMonotonous(value) ||
    saysSo.test(value) ||
    saysYours.test(value) ||
    isTime(value) ||
    isMadeOfStockWords(value)
  );
}

/** A date with its time, which loggers put before each line. */
function isTime(value: string): boolean {
  return /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
}

/** Whether the part of a token that should be random is made up: it has few different characters, or a word that says so. */
export function isMadeUp(body: string): boolean {
  // Nobody types a longer placeholder by hand. Judging longer values would also take quadratic time in a text full of prefixes.
  return body.length < 256 && (isMonotonous(body) || saysSoInToken.test(body));
}

const saysSo =
  /example|placeholder|redacted|abcdefghij|change[-_]?(?:me|it|this)|replace[-_]?(?:me|with|this)|insert[-_]|goes[-_]here|xxxx|not(?:[-_](?:a|the)(?![a-z])|[-_]?a?[-_]?(?:real|secret))|\.env\b|:latest$|environ|(?:^|[^\w/])(?:env|secrets|vars|var|config|settings)[.[]/i;
// In one case: letters drawn by chance hold the word in any other.
const saysYours = /[Yy]our|YOUR/;
const saysSoInToken = /example|placeholder|redacted|your[-_]|xxxx|[-_]here/i;

/** A value that a program fills in, or a reference to a variable. */
function isTemplate(value: string): boolean {
  return (
    /^(?:[<[({…](?!\w{2,24}[)\]}>][^()]*\d)|\*\*|\.\.|%[\w.]{3,}%|%(?![0-9A-F]{2})(?:\(|[A-Za-z_]{1,24}(?:[%({:]|$)|[sdvqx](?![A-Za-z0-9]))|[&*][A-Za-z]+$|\$[({]|\$[A-Za-z_]\w*(?:[/.:;,)\]}-]|$))/.test(
      value,
    ) || /\$\{|\{\{|\$\(|<[a-z_ -]{1,40}>|^vault:[\w./-]+#/i.test(value)
  );
}

function isMonotonous(value: string): boolean {
  const limit = value.length < 8 ? 2 : value.length < 16 ? 3 : 6;
  const seen = new Set<string>();
  for (const char of value) {
    seen.add(char);
    if (seen.size > limit) return false;
  }
  return true;
}

/** Whether a lower-case word is one that code, documentation and placeholders use. */
export function isStockWord(word: string): boolean {
  return stockWords.has(word);
}

function isMadeOfStockWords(value: string): boolean {
  let count = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d_\-. ]/g)) {
    if (!stockWords.has(word.toLowerCase()) && !/^\d{1,4}$/.test(word)) return false;
    count++;
  }
  return count > 0;
}

const stockWords = new Set(
  `a abc access account admin administrator an anonymous any api app auth authorization aws azure b bar base base64 baz
  bearer bool boolean bot bytes c change client code common config correct credential credentials current custom data
  database db def decode decoded decrypted default demo dev developer development dummy empty encode encoded encrypted env fake false field file foo for func function
  github gitlab go good google guest hash hashed hello here id in incorrect input int invalid is it jwt key local login long
  main master me missing mock mongo mongodb my mysql name new nil no none not null number object of old openai optional
  or own param pass passphrase passwd password passwords path pg pin plain postgres postgresql private prod production
  public pw pwd qwerty random read real redis refresh required root sa safe sample secret secrets secure server service
  session shared show sk some stage staging str string strong super system temp temporary test tester testing text the
  this to todo token tokens top true type uint undefined unset update user username users utf utf8 valid value var void weak
  webhook word world wrong reset forgot enter confirm set get create check verify show hide toggle settings policy manager provider field input form page link required optional auto generated hash salt store vault rotation expired expiry x xx xxx xyz y yes you z abc123 pass123`.split(
    /\s+/,
  ),
);
