/** Messages of the side that reads a file, in order. */
export type FileMessage =
  | { readonly is: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly is: 'end' }
  | { readonly is: 'failed'; readonly message: string };

/** Answers of the side that receives a file: one `taken` for each piece, or `stop` when it wants no more. */
export interface FileAnswer {
  readonly is: 'taken' | 'stop';
}
