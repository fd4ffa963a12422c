import { createSecretMaker } from '../../redaction/createSecretMaker.ts';

const maker = createSecretMaker('planted in every view');

const token = `ghp_${maker.alphanumeric(36)}`;
const password = maker.alphanumeric(18);
const keyLines = maker.pem('RSA PRIVATE KEY', 4).split('\n');

/** What no view may show: whole secrets, and each line of a key's block. */
export const plantedSecrets: readonly string[] = [token, password, ...keyLines.slice(1, -1)];

/** A text on one line that holds secrets. */
export const secretLine = `curl -H 'Authorization: Bearer ${token}' postgres://tides:${password}@db.example/tides`;

/** A text of several lines that holds secrets, one over several lines. */
export const secretText = `TOKEN=${token}\nDATABASE=postgres://tides:${password}@db.example/tides\n${keyLines.join('\n')}\nend`;

/** Fields whose value is one of a list, an id, a time or a path in the kit's own folder. */
const structural =
  /(?:^|_)(?:id|at|type|kind|status|outcome|role|origin|category|version|relevance|mode|action|branch|pointer|sha256|path|name|format|trigger|by|level|change|confidence|from)$/;

/** Plants secrets into every free text of a value; fields that a view branches on stay as they are. */
export function plantSecrets<Value>(value: Value, name = ''): Value {
  if (typeof value === 'string') {
    if (structural.test(name)) return value;
    return (value.includes('\n') ? `${value}\n${secretText}` : `${secretLine} ${value}`) as Value & string;
  }
  if (Array.isArray(value)) return value.map((each) => plantSecrets(each, name)) as Value & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plantSecrets(each, key)])) as Value &
    object;
}

/** Plants a secret into every text of these fields, which `plantSecrets` leaves alone: names that a view shows. */
export function plantNames<Value>(value: Value, fields: readonly string[], name = ''): Value {
  if (typeof value === 'string') return (fields.includes(name) ? `${secretLine} ${value}` : value) as Value & string;
  if (Array.isArray(value)) return value.map((each) => plantNames(each, fields, name)) as Value & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plantNames(each, fields, key)])) as Value &
    object;
}
