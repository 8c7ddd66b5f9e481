import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Media } from '@noroshi/contract/files'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { ChatLine, type SentLine } from './chat-line.tsx'

const ben = person('Ben')
const thread = aThread(1)
const picture = (number: number): Media => ({
  id: `0199000${number}-0000-7000-8000-000000000001`,
  type: 'image/png',
  size: 1,
  mediaUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  previewUrl: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  previewName: `${number}.png`,
  width: 4,
  height: 3,
})

/** Shows a run of messages of Ben, who reads them himself, with the watermarks of the others. */
async function showRun(texts: readonly string[], watermarks: SentLine['watermarks'], medias: readonly Media[] = []) {
  const messages = texts.map((text, index) => aMessage(thread, index + 1, ben, { text, messageMedias: [...medias] }))
  const lines = messages.map((message, index) => ({
    message,
    day: null,
    events: [],
    isFirst: index === 0,
    isLast: index === messages.length - 1,
    isMine: true,
    viewerId: ben.id,
    isFirstNew: false,
    isTarget: false,
    isHidden: false,
    watermarks,
    next: messages[index + 1],
  }))
  await renderPage(
    <div style={{ width: 340 }}>
      {lines.map((line) => (
        <ChatLine key={line.message.id} {...line} />
      ))}
    </div>,
  )
}

/** The texts of the bubbles that show their time. */
const timed = () =>
  [...document.querySelectorAll('[data-line]')]
    .filter((line) => line.querySelector('.visually-hidden > time') === null)
    .map((line) => line.textContent?.replace(/\d\d:\d\d.*/, ''))

beforeEach(() => setCurrentUser({ id: ben.id, isAdmin: false }))
afterEach(() => setCurrentUser(null))

test('only the last bubble of a run shows its time and Seen', async () => {
  await showRun(['one', 'two', 'three'], { deliveredSeq: 3, seenSeq: 3 })
  await expect.element(page.getByText('three')).toBeVisible()
  expect(timed()).toEqual(['three'])
})

test('the last seen bubble of a run shows Seen too while later ones are not seen', async () => {
  await showRun(['one', 'two', 'three'], { deliveredSeq: 3, seenSeq: 2 })
  await expect.element(page.getByText('three')).toBeVisible()
  expect(timed()).toEqual(['two', 'three'])
})

test('several pictures of a message are an album of at most four, which says how many more there are', async () => {
  await showRun([''], { deliveredSeq: 0, seenSeq: 0 }, [1, 2, 3, 4, 5, 6].map(picture))
  const album = page.getByRole('group', { name: '6 pictures' })
  await expect.element(album).toBeVisible()
  expect(album.getByRole('button').elements()).toHaveLength(4)
  await expect.element(album.getByText('+2')).toBeVisible()
  const boxes = album
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect())
  expect(boxes[0]?.top).toBe(boxes[1]?.top)
})

test('one picture of a message stands alone', async () => {
  await showRun([''], { deliveredSeq: 0, seenSeq: 0 }, [picture(1)])
  await expect.element(page.getByRole('img', { name: 'Your picture' })).toBeVisible()
  expect(page.getByRole('group').query()).toBeNull()
})
