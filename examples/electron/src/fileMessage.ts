/** What the side that reads a file says of it, in order. */
export type FileMessage =
  | { readonly is: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly is: 'end' }
  | { readonly is: 'failed'; readonly message: string };

/** What the side that receives a file answers: one `taken` for each piece, or `stop` when nobody wants the rest. */
export interface FileAnswer {
  readonly is: 'taken' | 'stop';
}
