/** The lists of a session that may be long. */
export type SessionListName = 'tool_calls' | 'events' | 'sub_sessions';

/** What a splitter yields, in the order of the file. The bytes are views of its own buffer: use them before the next call. */
export interface SessionPieces {
  /** A field that is not one of the long lists, as the bytes of its JSON. */
  field(name: string, json: Uint8Array): void;
  /** A long list begins, which may be empty. */
  list?(name: SessionListName): void;
  /** An item of a list, as the bytes of its JSON; `start` is its first byte, counted from the first one written. */
  item(list: SessionListName, json: Uint8Array, start: number): void;
  /**
   * Several items of a list at once, with the commas between them: in a list of many items these are found without a look at each byte.
   * The bytes end where an item seems to begin, which may also be within one: return false if they are not JSON, and the same items come
   * one by one. Without it, all items come one by one.
   */
  run?(list: SessionListName, json: Uint8Array): boolean;
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
/** Least bytes of a run of items: few at first, so that the first ones come soon. */
const firstRunBytes = 16 * 1024;
const runBytes = 256 * 1024;
const longestOpening = 64;

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
  /** How the items of the current list begin: a brace, a key and its colon. Empty where that is not known. */
  #opening = new Uint8Array();
  #runBytes = firstRunBytes;
  /** Up to where items have to come one by one, counted from the first byte written. */
  #singlyTo = 0;
  #ending = false;

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
    this.#ending = true;
    while (this.#step());
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
        return this.#beginList() || this.#takeValue();
      case 'first item':
        return this.#sign() === closeBracket ? this.#take({ [closeBracket]: 'value end' }) : this.#takeFirstItem();
      case 'item':
        return this.#mayTakeRun() ? this.#takeRun() : this.#takeItem();
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

  #beginList(): boolean {
    const list = listOf(this.#key);
    if (list === undefined || this.#sign() !== openBracket) return false;
    this.#pieces.list?.(list);
    return this.#take({ [openBracket]: 'first item' });
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

  #takeFirstItem(): boolean {
    const from = this.#from;
    if (!this.#takeItem()) return false;
    const item = this.#buffer.subarray(from, this.#from);
    const end = item.indexOf(colon) + 1;
    this.#opening = end > 0 && end <= longestOpening ? item.slice(0, end) : new Uint8Array();
    return true;
  }

  #mayTakeRun(): boolean {
    const isAtStart = this.#from === this.#at && this.#depth === 0 && !this.#inString;
    const isWanted = this.#pieces.run !== undefined && this.#opening.length > 0 && !this.#ending;
    return isWanted && isAtStart && this.#gone + this.#from >= this.#singlyTo;
  }

  /** Takes the items before the last one that begins in the buffer; false where too few bytes are there yet. */
  #takeRun(): boolean {
    if (this.#length - this.#from < this.#runBytes) return false;
    const list = listOf(this.#key);
    const end = this.#lastItemEnd();
    if (
      list === undefined ||
      end === undefined ||
      this.#pieces.run?.(list, this.#buffer.subarray(this.#from, end)) !== true
    ) {
      this.#singlyTo = this.#gone + (end ?? this.#length);
      return this.#takeItem();
    }
    this.#runBytes = Math.min(runBytes, 4 * this.#runBytes);
    this.#at = end;
    this.#from = end;
    this.#expecting = 'item end';
    return true;
  }

  /**
   * Where the item ends that stands before the last opening in the buffer. A string cannot hold an opening, because it has a quotation mark
   * and what follows cannot follow a string; a nested list can, and then brackets are left open.
   */
  #lastItemEnd(): number | undefined {
    const buffer = this.#buffer;
    const opening = this.#opening;
    for (let at = this.#length - opening.length; at > this.#from; at -= 1) {
      if (buffer[at] !== openBrace || !opening.every((byte, n) => buffer[at + n] === byte)) continue;
      let before = at - 1;
      while (isBlank(buffer[before])) before -= 1;
      if (buffer[before] !== comma) continue;
      do before -= 1;
      while (isBlank(buffer[before]));
      if (before > this.#from && buffer[before] === closeBrace) return before + 1;
    }
    return undefined;
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
