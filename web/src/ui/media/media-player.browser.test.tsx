import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { wav } from '../../testing/wav.ts'
import { MediaPlayer } from './media-player.tsx'

const request = vi.spyOn(window, 'fetch')
afterEach(() => {
  request.mockReset()
})

const player = () => document.querySelector<HTMLMediaElement>('video, audio')
const noVideo = page.getByText('This browser cannot play this video. Another app may.')
const noSound = page.getByText('This browser cannot play this recording. Another app may.')
const download = page.getByRole('link', { name: 'Download' })

/** A QuickTime file with a track that no browser decodes. */
const quickTime = () =>
  new Blob([new Uint8Array([0, 0, 0, 20]), 'ftypqt  ', new Uint8Array(4), 'qt  ', new Uint8Array([0, 0, 0, 8]), 'moov'], {
    type: 'video/quicktime',
  })

test('a file that the browser cannot decode is replaced by a sentence and the download', async () => {
  request.mockImplementation(async () => new Response(null, { status: 200 }))
  await renderPage(<MediaPlayer kind="video" src="/uploads/clip.mov" name="clip.mov" />)
  await expect.element(noVideo).toBeVisible()
  expect(player()).toBeNull()
  await expect.element(download).toHaveAttribute('href', '/uploads/clip.mov')
  await expect.element(download).toHaveAttribute('download', 'clip.mov')
})

test('a file that does not arrive offers another try, which shows the player again', async () => {
  request.mockImplementation(async () => {
    throw new TypeError('no network')
  })
  await renderPage(<MediaPlayer kind="audio" src="/uploads/voice.mp3" name="voice.mp3" />)
  await expect.element(page.getByText('Couldn’t load the file')).toBeVisible()
  expect(download.query()).toBeNull()
  request.mockImplementation(async () => new Response(null, { status: 200 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(noSound).toBeVisible()
})

test('a chosen file that cannot be shown has no download', async () => {
  await renderPage(<MediaPlayer kind="video" src={URL.createObjectURL(quickTime())} name="clip.mov" isLocal />)
  await expect.element(noVideo).toBeVisible()
  expect(download.query()).toBeNull()
})

test('a video of which only the sound can be decoded is no black ground', async () => {
  await renderPage(<MediaPlayer kind="video" src={URL.createObjectURL(wav(0.1))} name="clip.mp4" />)
  await expect.element(noVideo).toBeVisible()
})

test('a sound that the browser can play stays a player', async () => {
  await renderPage(<MediaPlayer kind="audio" src={URL.createObjectURL(wav(0.1))} name="voice.wav" />)
  await expect.poll(() => (player()?.readyState ?? 0) > 0).toBe(true)
  expect(noSound.query()).toBeNull()
})

test('a connection that is lost while a file loads offers another try, although the browser knows the format', async () => {
  await renderPage(<MediaPlayer kind="audio" src={URL.createObjectURL(wav(0.1))} name="voice.wav" />)
  await expect.poll(() => (player()?.readyState ?? 0) > 0).toBe(true)
  const element = player()
  if (!element) return expect.unreachable()
  Object.defineProperty(element, 'error', { value: { code: MediaError.MEDIA_ERR_NETWORK } })
  element.dispatchEvent(new Event('error'))
  await expect.element(page.getByText('Couldn’t load the file')).toBeVisible()
})

test('a video asks for its first picture, which phones do not draw without a start time', async () => {
  request.mockImplementation(() => new Promise(() => undefined))
  await renderPage(<MediaPlayer kind="video" src="/uploads/clip.mp4" name="clip.mp4" />)
  await expect.poll(() => player()?.getAttribute('src')).toBe('/uploads/clip.mp4#t=0.001')
  expect(player()?.preload).toBe('metadata')
})
