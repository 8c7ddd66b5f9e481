import { beforeEach, expect, test, vi } from 'vitest'
import { isSounding } from './output.ts'
import { say, stopSaying } from './say.ts'

/** A device that never reports the end of what it speaks. */
const device = {
  getVoices: vi.fn(() => [{ lang: 'en-US', localService: true }]),
  cancel: vi.fn(),
  speak: vi.fn<(utterance: { onend: () => void }) => void>(),
}
beforeEach(() => {
  device.speak.mockReset()
  vi.stubGlobal('speechSynthesis', device)
  vi.stubGlobal('SpeechSynthesisUtterance', class {})
})

test('an utterance counts as spoken until it is stopped, also without a report of its end', () => {
  say('alarm', '5')
  say('alarm', '4')
  expect([isSounding('alarm'), device.speak.mock.calls.length]).toEqual([true, 2])
  stopSaying()
  expect(isSounding('alarm')).toBe(false)
})

test('a late report of an end does not end the sound of the next text', () => {
  say('alarm', '5')
  say('alarm', '4')
  device.speak.mock.calls[0]?.[0].onend()
  expect(isSounding('alarm')).toBe(true)
  device.speak.mock.calls[1]?.[0].onend()
  expect(isSounding('alarm')).toBe(false)
})

test('without a voice of the language, the text before is ended and nothing sounds', () => {
  say('alarm', '5')
  device.getVoices.mockReturnValueOnce([])
  say('alarm', '4')
  expect([isSounding('alarm'), device.speak.mock.calls.length]).toEqual([false, 1])
})
