import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, MessageCard } from '../../../src/components/index.ts';
import { isDrawable } from '../../../src/components/shared/Attachments.tsx';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

test.each<[mediaType: string | undefined, href: string, drawn: boolean]>([
  ['image/png', 'blob:https://host.example/1', true],
  ['image/jpeg', 'sessions/a.content/1.jpg', true],
  ['image/png', 'data:image/png;base64,AAAA', true],
  ['image/png', 'data:text/html,<script>', false],
  ['image/svg+xml', 'blob:https://host.example/1', false],
  ['image/png', 'https://elsewhere.example/pixel.png', false],
  ['image/png', '//elsewhere.example/pixel.png', false],
  ['image/png', '\\\\elsewhere\\pixel.png', false],
  ['image/png', 'javascript:alert(1)', false],
  ['image/png', '\t/\n/elsewhere.example/pixel.png', false],
  ['image/png', 'h\nttps://elsewhere.example/pixel.png', false],
  ['image/png', 'file://elsewhere/pixel.png', false],
  [undefined, 'blob:https://host.example/1', false],
])('a picture of type %s at %s is drawn: %s', (mediaType, href, drawn) => {
  expect(isDrawable(mediaType, href)).toBe(drawn);
});

const root = testRoot();

beforeEach(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
  draw(canvas.toDataURL('image/png'));
});

function draw(href: string): void {
  root.render(
    <KitProvider motion="reduced">
      <MessageCard
        message={{
          ...{ type: 'message', event_id: 'event-001', seq: 1, role: 'user', text: 'Look' },
          attachments: [{ kind: 'image', name: 'tide.png', media_type: 'image/png' }],
          content_refs: [
            { pointer: '/attachments/0', sha256: 'c4'.repeat(32), bytes: 9, lines: 0, path: 'a.content/c4.png' },
          ],
        }}
        scope={{ contentUrl: () => href }}
      />
    </KitProvider>,
  );
}

test('a picture that cannot be drawn is a link', async () => {
  root.restart();
  draw('data:image/png;base64,AAAA');
  await expect.element(page.getByRole('link', { name: /^tide\.png/ })).toBeVisible();
  expect(page.getByRole('button', { name: /Enlarge/ }).query()).toBeNull();
});

test('a picture is a thumbnail that opens by keyboard, and Esc leads back to it', async () => {
  const thumbnail = page.getByRole('button', { name: 'Enlarge tide.png' });
  await expect.element(thumbnail).toBeVisible();
  expect(page.getByRole('dialog').query()).toBeNull();
  (thumbnail.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('img', { name: 'tide.png' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close the picture' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  expect(document.activeElement).toBe(thumbnail.element());
});

test('a press beside the picture closes it, a press on it does not', async () => {
  await page.getByRole('button', { name: 'Enlarge tide.png' }).click();
  const picture = page.getByRole('img', { name: 'tide.png' });
  await picture.click();
  await expect.element(picture).toBeVisible();
  await page.getByRole('dialog').click({ position: { x: 20, y: 200 } });
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
});

test('the page behind cannot be reached while a picture is open', async () => {
  await page.getByRole('button', { name: 'Enlarge tide.png' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  for (let press = 0; press < 3; press += 1) {
    await userEvent.keyboard('{Tab}');
    expect(root.host.querySelector('.ark-picture')?.matches(':focus')).toBe(false);
  }
  await dialog.getByRole('button', { name: 'Close the picture' }).click();
  await expect.poll(() => dialog.query()).toBeNull();
});
