import kit from '../components/styles.css?inline';
import own from './element.css?inline';

/** The style sheet of the element as text, for its shadow root; the build puts the text in place of these imports. */
export const elementStyles: string = kit + own;
