/** How many pixels of the window a pixel of an element takes, which is not one where the host scales or zooms what is around it. */
export function scaleOf(element: HTMLElement): number {
  const { offsetWidth } = element;
  return offsetWidth === 0 ? 1 : element.getBoundingClientRect().width / offsetWidth;
}
