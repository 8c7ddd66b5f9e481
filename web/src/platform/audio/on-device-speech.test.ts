import { afterEach, expect, test, vi } from 'vitest'
import { startOnDeviceSpeech } from './on-device-speech.ts'

const track = { kind: 'audio' }
const stream = { getAudioTracks: () => [track] } as unknown as MediaStream // the only method that is used

/** Installs a recogniser whose results the test emits. */
function install(availability: string, isLocal = true) {
  const created: FakeRecognition[] = []
  class FakeRecognition {
    static available = vi.fn(() => Promise.resolve(availability))
    lang = ''
    processLocally = false
    startedWith: unknown = null
    onresult: (event: object) => void = () => undefined
    onend = () => undefined
    constructor() {
      created.push(this)
    }
    start(given: unknown) {
      this.startedWith = given
    }
    stop() {
      this.onend()
    }
  }
  if (isLocal) Object.defineProperty(FakeRecognition.prototype, 'processLocally', { value: false, writable: true })
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  return { created, available: FakeRecognition.available }
}

afterEach(() => vi.unstubAllGlobals())

const final = (transcript: string) => Object.assign([{ transcript }], { isFinal: true })

test('an installed model on the device gives the text of what was said', async () => {
  const { created, available } = install('available')
  const speech = await startOnDeviceSpeech('ja', stream)
  expect(available).toHaveBeenCalledWith({ langs: ['ja-JP'], processLocally: true })
  const [recognition] = created
  expect(recognition).toMatchObject({ lang: 'ja-JP', processLocally: true, startedWith: track })
  recognition?.onresult({ resultIndex: 0, results: [final('橋が通れません')] })
  recognition?.onresult({ resultIndex: 1, results: [final('橋が通れません'), final(' 水が必要です ')] })
  expect(await speech?.finish()).toBe('橋が通れません 水が必要です')
})

test.each(['downloadable', 'downloading', 'unavailable'])(
  'a model that is %s is not used, and nothing is downloaded',
  async (state) => {
    const { created } = install(state)
    expect(await startOnDeviceSpeech('en', stream)).toBeNull()
    expect(created).toEqual([])
  },
)

test('a browser that would send sound to a service is not used', async () => {
  const { created, available } = install('available', false)
  expect(await startOnDeviceSpeech('en', stream)).toBeNull()
  expect(created).toEqual([])
  expect(available).not.toHaveBeenCalled()
})

test('a browser without speech recognition is not used', async () => {
  expect(await startOnDeviceSpeech('en', stream)).toBeNull()
})
