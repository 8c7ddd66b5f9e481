import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startPlaybackPriority } from './playback-priority.ts'

const { levels } = vi.hoisted(() => ({ levels: { playback: 1, notify: (): void => undefined } }))
vi.mock('./output.ts', () => ({
  levelOf: () => levels.playback,
  onLevels: (listener: () => void) => {
    levels.notify = listener
    return () => undefined
  },
}))

/** An audio or video element of the page. */
class FakeMedia {
  paused = true
  muted = false

  play() {
    this.paused = false
    for (const listener of played) listener({ target: this })
  }

  pause() {
    this.paused = true
  }
}

let page: FakeMedia[] = []
const played: ((event: { target: unknown }) => void)[] = []
beforeAll(() => {
  vi.stubGlobal('HTMLMediaElement', FakeMedia)
  vi.stubGlobal('document', {
    querySelectorAll: () => page,
    addEventListener: (_name: string, listener: (event: { target: unknown }) => void) => void played.push(listener),
  })
  startPlaybackPriority()
})
beforeEach(() => {
  levels.playback = 1
  page = [new FakeMedia(), new FakeMedia(), new FakeMedia()]
})
const playing = () => page.flatMap(({ paused }, index) => (paused ? [] : index))

test('a recording that the user plays pauses the one that sounds', () => {
  page[0]?.play()
  page[1]?.play()
  expect(playing()).toEqual([1])
  page[0]?.play()
  expect(playing()).toEqual([0])
})

test('a muted video pauses nothing and is not paused', () => {
  const [first, muted, other] = page
  if (muted) muted.muted = true
  first?.play()
  muted?.play()
  expect(playing()).toEqual([0, 1])
  other?.play()
  expect(playing()).toEqual([1, 2])
})

test('a call pauses the recording that sounds, and the next one too', () => {
  page[0]?.play()
  levels.playback = 0
  levels.notify()
  expect(playing()).toEqual([])
  page[1]?.play()
  expect(playing()).toEqual([])
})
