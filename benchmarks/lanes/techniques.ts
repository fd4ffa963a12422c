import type { LaneRow, Lanes } from '../../src/replay/index.ts';
import { countKind, eachCell, laneKinds } from '../../src/replay/lanes/laneRow.ts';

/** A mark of a lane, in pixels. */
type Mark = (x: number, y: number, width: number, colour: number) => void;

const colours = ['#58a6ff', '#f0914a', '#f27bb5', '#b591f5', '#4bc07f', '#8b98a8'];
const rowPx = 13;
const markPx = 10;

function everyRow({ lanes }: Lanes): LaneRow[] {
  return lanes.flatMap(({ rows }) => rows);
}

/** The kind of most calls. */
function mainKind(row: LaneRow, first: number, last: number): number {
  const counts = laneKinds.map((_, kind) => countKind(row, kind, first, last));
  return counts.indexOf(Math.max(...counts));
}

function binned(lanes: Lanes, widthPx: number, mark: Mark): void {
  const scale = widthPx / lanes.axis.total;
  for (const [n, row] of everyRow(lanes).entries()) {
    eachCell(row.from, 0, lanes.axis.total, 4 / scale, (first, last) => {
      const x = (row.from[first] as number) * scale;
      mark(x, n * rowPx, Math.max(3, (row.to[last] as number) * scale - x), mainKind(row, first, last));
    });
  }
}

function single(lanes: Lanes, widthPx: number, mark: Mark): void {
  const scale = widthPx / lanes.axis.total;
  for (const [n, { from, to, kinds }] of everyRow(lanes).entries()) {
    for (let call = 0; call < from.length; call += 1) {
      const x = (from[call] as number) * scale;
      mark(x, n * rowPx, Math.max(3, (to[call] as number) * scale - x), kinds[call] as number);
    }
  }
}

function onCanvas(walk: typeof binned) {
  return (lanes: Lanes, widthPx: number, canvas: HTMLCanvasElement): void => {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.clearRect(0, 0, canvas.width, canvas.height);
    walk(lanes, widthPx, (x, y, width, colour) => {
      context.fillStyle = colours[colour] as string;
      context.fillRect(x, y, width, markPx);
    });
  };
}

function inSvg(walk: typeof binned, shape: 'rect' | 'path') {
  return (lanes: Lanes, widthPx: number, svg: SVGSVGElement): void => {
    const rects: SVGElement[] = [];
    const paths = colours.map(() => [] as string[]);
    walk(lanes, widthPx, (x, y, width, colour) => {
      if (shape === 'path') paths[colour]?.push(`M${x} ${y}h${width}v${markPx}h${-width}z`);
      else rects.push(svgElement('rect', { x, y, width, height: markPx, fill: colours[colour] }));
    });
    const drawn =
      shape === 'rect' ? rects : paths.map((path, n) => svgElement('path', { d: path.join(''), fill: colours[n] }));
    svg.replaceChildren();
    for (const each of drawn) svg.append(each);
  };
}

function svgElement(name: string, attributes: Readonly<Record<string, unknown>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}

/** Ways to draw the same marks; where noted, marks that begin within four pixels are drawn as one. */
export const techniques = {
  'canvas, four pixels a mark': onCanvas(binned),
  'canvas, every call': onCanvas(single),
  'SVG rect, four pixels a mark': inSvg(binned, 'rect'),
  'SVG path a colour, four pixels a mark': inSvg(binned, 'path'),
  'SVG path a colour, every call': inSvg(single, 'path'),
  'SVG rect, every call': inSvg(single, 'rect'),
} as const;
