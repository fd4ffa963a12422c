/** A story that differs from its picture. */
export interface DifferingPicture {
  readonly story: string;
  /** Path of its story, from the root of the repository. */
  readonly file: string;
  readonly theme: string;
  /** Name of the picture, without an extension. */
  readonly picture: string;
}
