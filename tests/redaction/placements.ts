import type { SecretSample } from './secretSamples.ts';

/** A way in which a log may hold a secret. */
export interface Placement {
  readonly name: string;
  readonly suits: (sample: SecretSample) => boolean;
  readonly place: (sample: SecretSample) => string;
}

const always = () => true;
const statement = ({ secret, inContext }: SecretSample): string => inContext(secret);

/** Gives every few characters of the secret a new colour, as a terminal does with a search hit. */
function coloured({ secret, inContext }: SecretSample): string {
  const pieces = secret.match(/[^\n]{1,7}|\n/g) ?? [];
  return (
    inContext(pieces.map((piece, index) => (index === 0 ? piece : `\x1b[1;3${index % 8}m${piece}`)).join('')) +
    '\x1b[0m'
  );
}

const cut = 16 * 1024;

/** Every way that the tests use. */
export const placements: readonly Placement[] = [
  { name: 'bare', suits: always, place: statement },
  { name: 'in a sentence', suits: always, place: (sample) => `I found this: ${statement(sample)} in the log.` },
  { name: 'between Chinese words', suits: always, place: (sample) => `密钥是${statement(sample)}，请勿外传` },
  { name: 'on a line of its own', suits: always, place: (sample) => `Output:\n${statement(sample)}\nDone.` },
  {
    name: 'numbered by cat -n',
    suits: always,
    place: (sample) =>
      statement(sample)
        .split('\n')
        .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
        .join('\n'),
  },
  {
    name: 'added by a diff',
    suits: always,
    place: (sample) =>
      statement(sample)
        .split('\n')
        .map((line) => `+${line}`)
        .join('\n'),
  },
  {
    name: 'removed by a diff',
    suits: always,
    place: (sample) =>
      statement(sample)
        .split('\n')
        .map((line) => `-${line}`)
        .join('\n'),
  },
  { name: 'quoted', suits: always, place: (sample) => `echo "${statement(sample)}" > file` },
  { name: 'in single quotes', suits: always, place: (sample) => `echo '${statement(sample)}' > file` },
  { name: 'in backticks', suits: always, place: (sample) => `Use \`${statement(sample)}\` here.` },
  {
    name: 'in JSON',
    suits: always,
    place: (sample) => JSON.stringify({ stdout: `Output:\n${statement(sample)}\nDone.` }),
  },
  {
    name: 'in JSON in JSON',
    suits: always,
    place: (sample) => JSON.stringify({ line: JSON.stringify({ stdout: `Output:\n${statement(sample)}\n"Done."` }) }),
  },
  {
    name: 'in a URL',
    suits: ({ fitsUrl }) => fitsUrl,
    place: (sample) => `GET https://api.internal/v1/call?next=${statement(sample)}&page=2 HTTP/1.1`,
  },
  {
    name: 'in a URL in JSON',
    suits: ({ fitsUrl }) => fitsUrl,
    place: (sample) => `{"url":"https:\\/\\/api.internal\\/v1?q=1\\u0026next=${statement(sample)}\\u0026page=2"}`,
  },
  {
    name: 'in JSON with escaped slashes',
    suits: always,
    place: (sample) => JSON.stringify({ stdout: `Output:\n${statement(sample)}\nDone.` }).replaceAll('/', '\\/'),
  },
  {
    name: 'in JSON with escaped signs',
    suits: always,
    place: (sample) =>
      JSON.stringify(statement(sample)).replace(/[+&'<>=]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  },
  { name: 'split by terminal codes', suits: always, place: coloured },
  {
    name: 'split by terminal codes, in JSON',
    suits: always,
    place: (sample) => JSON.stringify({ stdout: coloured(sample) }),
  },
  {
    name: 'split by terminal codes, in JSON in JSON',
    suits: always,
    place: (sample) => JSON.stringify(JSON.stringify({ stdout: coloured(sample) })),
  },
  {
    name: 'across the 16 KiB cut',
    suits: always,
    place: (sample) => {
      const text = statement(sample);
      const before = cut - Math.floor(text.indexOf(sample.secret) + sample.secret.length / 2) - 1;
      return `${'lorem ipsum '.repeat(cut / 12).slice(0, before)} ${text} ${'dolor sit amet '.repeat(40)}`;
    },
  },
];
