import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { TimelineLanes } from '../../src/components/index.ts';
import { inTests } from '../inTests.ts';
import { Lanes, viewOf } from '../laneReplay.tsx';

const meta = {
  title: 'Panels/TimelineLanes/View',
  component: TimelineLanes,
  args: { onMove: fn(), onRangeChange: fn() },
  render: (args) => <Lanes {...args} />,
  parameters: { showCode: { within: 'ReplayProvider' } },
} satisfies Meta<typeof TimelineLanes>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Zooms and pans with keys and buttons; the ends of the view are sliders. */
export const ZoomAndPan: Story = {
  play: inTests(async ({ canvas }) => {
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
    await expect(canvas.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom in' }));
    const zoomed = viewOf(canvas);
    await expect(zoomed).not.toBe('0:00:00 0:15:33');
    canvas.getByRole('gridcell', { name: /^Read docs/ }).focus();
    await userEvent.keyboard('d');
    await expect(viewOf(canvas)).not.toBe(zoomed);
    await userEvent.keyboard('a');
    await expect(viewOf(canvas)).toBe(zoomed);
    await userEvent.keyboard('++-');
    await userEvent.keyboard('f');
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
    canvas.getByRole('slider', { name: 'End of the view' }).focus();
    await userEvent.keyboard('{PageDown}{PageDown}');
    await expect(viewOf(canvas)).not.toBe('0:00:00 0:15:33');
    await userEvent.keyboard('{End}');
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
  }),
};

/** Ctrl and the wheel zoom at the pointer, Shift and the wheel pan; the plain wheel scrolls the page. */
export const Wheel: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas, canvasElement }) => {
    const plot = canvasElement.querySelector('.ark-lanes__canvas') as HTMLElement;
    const { left, top, width } = plot.getBoundingClientRect();
    const turn = (init: WheelEventInit): boolean =>
      plot.dispatchEvent(
        new WheelEvent('wheel', {
          bubbles: true,
          cancelable: true,
          clientX: left + width / 2,
          clientY: top + 5,
          ...init,
        }),
      );
    await expect(turn({ deltaY: 100 })).toBe(true);
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
    await expect(turn({ deltaY: -300, ctrlKey: true })).toBe(false);
    await waitFor(() => expect(viewOf(canvas)).not.toBe('0:00:00 0:15:33'));
    const zoomed = viewOf(canvas);
    await expect(turn({ deltaY: 100, shiftKey: true })).toBe(false);
    await waitFor(() => expect(viewOf(canvas)).not.toBe(zoomed));
  }),
};

/** Shift with the arrows selects a range, Z zooms to it, Esc clears it. */
export const Range: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas, args }) => {
    canvas.getByRole('gridcell', { name: /^Read docs/ }).focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect(args.onRangeChange).toHaveBeenLastCalledWith({ from: 10_000, to: 216_000 });
    await expect(canvas.getByRole('status')).toHaveTextContent('0:00:10 – 0:03:36');
    await userEvent.keyboard('z');
    await expect(viewOf(canvas)).toBe('0:00:10 0:03:36');
    await userEvent.keyboard('{Escape}');
    await expect(args.onRangeChange).toHaveBeenLastCalledWith(undefined);
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement();
  }),
};

/** The visible part can be dragged on the minimap, and so can each of its ends. */
export const MinimapDrag: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas, canvasElement }) => {
    const map = canvasElement.querySelector('.ark-lanes__map-plot') as HTMLElement;
    const { left, top, width } = map.getBoundingClientRect();
    const at = (share: number) => ({ clientX: left + 8 + share * (width - 16), clientY: top + 20 });
    const end = canvas.getByRole('slider', { name: 'End of the view' });
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: end, coords: at(1) },
      { target: map, coords: at(0.5) },
      { keys: '[/MouseLeft]', target: map, coords: at(0.5) },
    ]);
    await expect(end).toHaveAttribute('aria-valuenow', '500');
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: map, coords: at(0.25) },
      { target: map, coords: at(0.5) },
      { keys: '[/MouseLeft]', target: map, coords: at(0.5) },
    ]);
    await expect(end).toHaveAttribute('aria-valuenow', '750');
    await expect(canvas.getByRole('slider', { name: 'Start of the view' })).toHaveAttribute('aria-valuenow', '250');
    await userEvent.pointer([{ keys: '[MouseLeft]', target: map, coords: at(0) }]);
    await expect(canvas.getByRole('slider', { name: 'Start of the view' })).toHaveAttribute('aria-valuenow', '0');
  }),
};
