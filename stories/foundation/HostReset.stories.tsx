import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { expect, within } from 'storybook/test';
import { Checklist, MessageCard, SessionCard, ToolCallCard, ToolCallDetail } from '../../src/components/index.ts';
import { scope } from '../data/builders.ts';
import { edit, failedCommand, readFile } from '../data/calls.ts';
import { planNow } from '../data/events.ts';
import { asked, withAttachments } from '../data/messages.ts';
import { session } from '../data/session.ts';
import './foundation.css';
import { inTests } from '../inTests.ts';

function Views(): ReactElement {
  return (
    <div style={{ width: 'min(1100px, 100%)' }}>
      <SessionCard session={session} />
      <MessageCard message={asked} scope={scope} />
      <MessageCard message={withAttachments} scope={scope} />
      <ToolCallCard call={readFile} scope={scope} />
      <ToolCallCard call={failedCommand} scope={scope} depth={1} />
      <Checklist plan={planNow} scope={scope} defaultOpen />
      <ToolCallDetail call={edit} scope={scope} />
    </div>
  );
}

const meta = {
  title: 'Foundation/Host reset',
  component: Views,
  tags: ['!autodocs'],
} satisfies Meta<typeof Views>;
export default meta;

/** Views keep their size where the host sets `* { margin: 0; padding: 0 }` outside every layer. */
export const KeepsItsGeometry: StoryObj<typeof meta> = {
  render: () => (
    <>
      <div data-testid="alone">
        <Views />
      </div>
      <div className="story-host" data-testid="in a host">
        <Views />
      </div>
    </>
  ),
  play: inTests(async ({ canvasElement }) => {
    const boxes = (testId: string): string[] => {
      const root = within(canvasElement).getByTestId(testId);
      const { top, left } = root.getBoundingClientRect();
      const drawn = [...root.querySelectorAll('[class^="ark"]:not(.ark-prose__code)')].filter(
        (element) => element.getClientRects().length > 0,
      );
      return drawn.map((element) => {
        const box = element.getBoundingClientRect();
        const at = [box.left - left, box.top - top, box.width, box.height].map(Math.round);
        return `${element.className} ${at.join(' ')}`;
      });
    };
    await expect(boxes('in a host')).toEqual(boxes('alone'));
  }),
};
