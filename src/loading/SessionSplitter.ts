/** The lists of a session that may be long. */
export type SessionListName = 'tool_calls' | 'events' | 'sub_sessions';

/** What a splitter yields, in the order of the file. The bytes are views of its own buffer: use them before the next call. */
export interface SessionPieces {
  /** A field that is not one of the long lists, as the bytes of its JSON. */
  field(name: string, json: Uint8Array): void;
  /** An item of a list, as the bytes of its JSON; `start` is its first byte, counted from the first one written. */
  item(list: SessionListName, json: Uint8Array, start: number): void;
}

type Expecting =
  | 'object'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'first item'
  | 'item'
  | 'item end'
  | 'value end'
  | 'nothing';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const firstBytes = 256 * 1024;

/**
 * Splits the JSON of a session as its bytes come in: field by field, and its long lists item by item. It does not check the pieces
 * themselves; `JSON.parse` does. Takes linear time and keeps only the piece that has not ended. (A parser that makes an event of every
 * value takes many times as long.)
 */
export class SessionSplitter {
  readonly #pieces: SessionPieces;
  readonly #decoder = new TextDecoder();
  #buffer = new Uint8Array(firstBytes);
  #length = 0;
  /** Bytes that were written and have left the buffer. */
  #gone = 0;
  /** Where the unfinished piece begins, and how far it has been scanned. */
  #from = 0;
  #at = 0;
  #depth = 0;
  #inString = false;
  #expecting: Expecting = 'object';
  #key = '';

  constructor(pieces: SessionPieces) {
    this.#pieces = pieces;
  }

  /** Throws where the bytes cannot be those of one JSON object. */
  write(chunk: Uint8Array): void {
    this.#append(chunk);
    while (this.#step());
  }

  /** Throws where the object is incomplete. */
  end(): void {
    if (this.#expecting !== 'nothing') throw new Error('The JSON ends before its object does.');
  }

  #append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#buffer.length) {
      const rest = this.#buffer.subarray(this.#from, this.#length);
      const needed = rest.length + chunk.length;
      // Within the same buffer where there is room: a new one each time would pile up until garbage is collected.
      if (needed > this.#buffer.length) this.#buffer = new Uint8Array(2 * needed);
      this.#buffer.set(rest);
      this.#gone += this.#from;
      this.#at -= this.#from;
      this.#length = rest.length;
      this.#from = 0;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** Takes one punctuation character or one piece; false where more bytes are needed. */
  #step(): boolean {
    if (this.#depth === 0 && !this.#inString && this.#from === this.#at && !this.#skipBlanks()) return false;
    switch (this.#expecting) {
      case 'object':
        return this.#take({ [openBrace]: 'first key' });
      case 'first key':
        return this.#sign() === closeBrace ? this.#take({ [closeBrace]: 'nothing' }) : this.#takeKey();
      case 'key':
        return this.#takeKey();
      case 'colon':
        return this.#take({ [colon]: 'value' });
      case 'value':
        if (listOf(this.#key) !== undefined && this.#sign() === openBracket) {
          return this.#take({ [openBracket]: 'first item' });
        }
        return this.#takeValue();
      case 'first item':
        return this.#sign() === closeBracket ? this.#take({ [closeBracket]: 'value end' }) : this.#takeItem();
      case 'item':
        return this.#takeItem();
      case 'item end':
        return this.#take({ [comma]: 'item', [closeBracket]: 'value end' });
      case 'value end':
        return this.#take({ [comma]: 'key', [closeBrace]: 'nothing' });
      case 'nothing':
        throw new Error('Something follows the object of the JSON.');
    }
  }

  #sign(): number | undefined {
    return this.#buffer[this.#from];
  }

  #skipBlanks(): boolean {
    while (this.#at < this.#length && isBlank(this.#buffer[this.#at])) this.#at += 1;
    this.#from = this.#at;
    return this.#at < this.#length;
  }

  #take(next: Readonly<Record<number, Expecting>>): true {
    const expecting = next[this.#sign() ?? 0];
    if (expecting === undefined) throw new Error(`The JSON of the session is broken: expected ${this.#expecting}.`);
    this.#at = this.#from + 1;
    this.#from = this.#at;
    this.#expecting = expecting;
    return true;
  }

  #takeKey(): boolean {
    if (this.#sign() !== quote) throw new Error('The JSON of the session is broken: expected a key.');
    const bytes = this.#piece();
    if (bytes === undefined) return false;
    this.#key = JSON.parse(this.#decoder.decode(bytes));
    this.#expecting = 'colon';
    return true;
  }

  #takeValue(): boolean {
    const bytes = this.#piece();
    if (bytes === undefined) return false;
    this.#expecting = 'value end';
    this.#pieces.field(this.#key, bytes);
    return true;
  }

  #takeItem(): boolean {
    const bytes = this.#piece();
    if (bytes === undefined) return false;
    this.#expecting = 'item end';
    const list = listOf(this.#key);
    if (list !== undefined) this.#pieces.item(list, bytes, this.#gone + this.#at - bytes.length);
    return true;
  }

  /** The value that begins at `#from`, once it is complete. */
  #piece(): Uint8Array | undefined {
    if (!this.#findEnd()) return undefined;
    const bytes = this.#buffer.subarray(this.#from, this.#at);
    if (bytes.length === 0) throw new Error('The JSON of the session is broken: expected a value.');
    this.#from = this.#at;
    return bytes;
  }

  #findEnd(): boolean {
    const buffer = this.#buffer;
    while (this.#at < this.#length) {
      const byte = buffer[this.#at];
      if (this.#inString) {
        // The character after a backslash cannot end the string, even if it comes with the next chunk.
        this.#at += byte === backslash ? 2 : 1;
        if (byte !== quote) continue;
        this.#inString = false;
        if (this.#depth === 0) return true;
      } else if (byte === quote) {
        this.#at += 1;
        this.#inString = true;
      } else if (byte === openBrace || byte === openBracket) {
        this.#at += 1;
        this.#depth += 1;
      } else if (this.#depth === 0) {
        if (byte === comma || byte === closeBrace || byte === closeBracket || isBlank(byte)) return true;
        this.#at += 1;
      } else {
        this.#at += 1;
        if (byte !== closeBrace && byte !== closeBracket) continue;
        this.#depth -= 1;
        if (this.#depth === 0) return true;
      }
    }
    return false;
  }
}

function listOf(key: string): SessionListName | undefined {
  return key === 'tool_calls' || key === 'events' || key === 'sub_sessions' ? key : undefined;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
