import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { CallRoom } from '../media/call-room.ts'
import { captureConstraints, preferHighVideo, videoLimits } from '../media/presets.ts'
import type { RoomView } from '../media/room-view.ts'
import { CallOptions } from './call-options.tsx'

const devices = { audioinput: [], videoinput: [], audiooutput: [] }
// `as`: the dialog reads nothing else of the view and of the room
const view = { own: { chosen: {}, devices, isScreen: false }, volume: 1 } as unknown as RoomView
const room = {} as CallRoom

/** The picture that the camera is asked for in a call with one other user. */
function picture() {
  const { width, height } = captureConstraints(videoLimits('high', 1, 0, false))
  return [width, height]
}

afterEach(() => {
  preferHighVideo(false)
  clearStored()
})

test('a user chooses the high video preset, which asks the camera for 1920 x 1080 pixels, and keeps the choice', async () => {
  const { screen } = await renderPage(<CallOptions room={room} view={view} onClose={() => undefined} />)
  const quality = page.getByLabelText('Video quality')
  await expect.element(quality).toHaveValue('medium')
  expect(picture()).toEqual([{ ideal: 1280 }, { ideal: 720 }])
  await quality.selectOptions('high')
  expect(picture()).toEqual([{ ideal: 1920 }, { ideal: 1080 }])
  await screen.unmount()
  await renderPage(<CallOptions room={room} view={view} onClose={() => undefined} />)
  await expect.element(quality).toHaveValue('high')
})
