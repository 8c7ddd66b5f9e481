import { afterAll, expect, test } from 'vitest'
import type { SpeechEvent, SpeechFrame } from '@noroshi/contract/speech/speech-service'
import { concatSamples } from './audio/voice-detector.ts'
import { PocketSphinx } from './pocketsphinx/pocketsphinx.ts'
import { SAMPLE_RATE, type SpeechRecognizer } from './recognizer.ts'
import { recordAac } from './testing/aac-recording.ts'
import { speak } from './testing/flite.ts'
import { encodeOpus } from './audio/opus-encoder.ts'
import { cutRecording, record, type RecordingFormat } from './testing/recording.ts'
import { Transcription } from './transcription.ts'
import { longTest } from './testing/long-speech-test.ts'

const recognizer = new PocketSphinx(2)
afterAll(() => recognizer.close())

const ROAD = 'the road to the river is closed'
const WATER = 'we need water and food for ten people'
/** The id of a cluster in WebM. */
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const silence = (seconds: number) => new Int16Array(seconds * SAMPLE_RATE)
const pcm = (samples: Int16Array): SpeechFrame => ({ kind: 'pcm', content: new Uint8Array(samples.slice().buffer) })
const recording = (content: Uint8Array): SpeechFrame => ({ kind: 'recording', content })

async function transcribe(frames: readonly SpeechFrame[], options: { language?: 'en' | 'ja'; engine?: SpeechRecognizer } = {}) {
  const events: SpeechEvent[] = []
  const { language = 'en', engine = recognizer } = options
  const transcription = await Transcription.create({
    recognizer: engine,
    source: 'a',
    language,
    emit: (event) => void events.push(event),
  })
  for (const frame of frames) transcription.accept(frame)
  const { text, isSpeech, durationMs } = await transcription.finish()
  transcription.close()
  return { text, isSpeech, durationMs, ends: events.filter(({ kind }) => kind === 'endOfUtterance').length, events }
}

test('English speech in Opus packets becomes its text', async () => {
  const packets = encodeOpus(await speak(ROAD))
  expect(await transcribe(packets.map((content) => ({ kind: 'opus', content })))).toMatchObject({ text: ROAD, isSpeech: true })
})

test.each<RecordingFormat>(['webm', 'mp4', 'ogg'])('a recording in %s becomes its text', async (format) => {
  const parts = cutRecording(await record(await speak(ROAD), format), 4)
  expect(await transcribe(parts.map(recording))).toMatchObject({ text: ROAD, isSpeech: true, durationMs: 3400 })
})

longTest('a recording in MP4 with AAC, as of older phones, becomes its text while it grows', async () => {
  const parts = cutRecording(await recordAac(await speak(ROAD)), 4)
  const result = await transcribe(parts.map(recording))
  expect(result).toMatchObject({ text: ROAD, isSpeech: true, ends: 1 })
  expect(result.durationMs).toBeGreaterThan(3300)
})

longTest('a recording with damaged AAC ends with a result, and the next one has its text', async () => {
  const whole = await recordAac(await speak(ROAD))
  const damaged = whole.slice()
  for (let index = 1500; index < damaged.length; index += 3) damaged[index] = (index * 7) % 256
  await transcribe([recording(damaged)]) // whatever it contains
  expect(await transcribe([recording(whole)])).toMatchObject({ text: ROAD })
})

longTest('a pause of 700 ms ends an utterance, and the text has both utterances', async () => {
  const samples = concatSamples([await speak(ROAD), silence(1), await speak(WATER)])
  expect(await transcribe([pcm(samples)])).toMatchObject({ text: `${ROAD} ${WATER}`, ends: 2 })
})

test('speech of 35 s without a pause is cut into three utterances', async () => {
  const voice = (await speak(WATER)).subarray(10_000, 40_000)
  const samples = concatSamples(Array.from({ length: Math.ceil((35 * SAMPLE_RATE) / voice.length) }, () => voice))
  expect(await transcribe([pcm(samples)], { language: 'ja' })).toMatchObject({ ends: 3, isSpeech: true })
})

test('partial texts arrive while the user speaks', async () => {
  const samples = await speak(WATER)
  const partial = Promise.withResolvers<string>()
  const emit = (event: SpeechEvent) => event.kind === 'partial' && partial.resolve(event.text)
  const transcription = await Transcription.create({ recognizer, source: 'a', language: 'en', emit })
  transcription.accept(pcm(samples.subarray(0, 2 * SAMPLE_RATE)))
  expect(await partial.promise).toMatch(/^we need/)
  transcription.close()
})

const noise = (length: number) => Int16Array.from({ length }, () => 200 * (Math.random() - 0.5))
const knock = () => Int16Array.from({ length: 1600 }, () => 20_000 * (Math.random() - 0.5))
test.each([
  ['silence', () => silence(3)],
  ['a soft hiss', () => noise(3 * SAMPLE_RATE)],
  ['a knock of 100 ms', () => concatSamples([silence(1), knock(), silence(1)])],
  ['nothing', () => silence(0)],
])('%s is not speech', async (_name, sound) => {
  expect(await transcribe([pcm(sound())])).toMatchObject({ text: '', isSpeech: false })
})

longTest('several speakers at once are speech without a text, and each of them alone has one', async () => {
  const voices = await Promise.all([speak(ROAD), speak(WATER, 'slt'), speak('please bring blankets to the school', 'awb')])
  const babble = Int16Array.from({ length: Math.min(...voices.map(({ length }) => length)) }, (_, index) =>
    voices.reduce((sum, voice) => sum + (voice[index] ?? 0) / 2, 0),
  )
  expect(await transcribe([pcm(babble)])).toMatchObject({ text: '', isSpeech: true })
  for (const voice of voices) expect((await transcribe([pcm(voice)])).text).not.toBe('')
})

test('a generator has no text', async () => {
  const hum = Int16Array.from({ length: 4 * SAMPLE_RATE }, (_, index) => {
    const tones = [50, 100, 150, 200, 300, 450, 900].map((hertz) => Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE + hertz))
    return tones.reduce((sum, tone) => sum + 1500 * tone, 500 * Math.sin(index ** 2))
  })
  expect((await transcribe([pcm(hum)])).text).toBe('')
})

test('Japanese has no dictation: the text is null, and speech is detected', async () => {
  expect(await transcribe([pcm(await speak(ROAD))], { language: 'ja' })).toMatchObject({ text: null, isSpeech: true })
})

longTest('a recording without its third cluster still has the rest of its text', async () => {
  const file = Buffer.from(await record(await speak(WATER)))
  const starts: number[] = []
  for (let at = file.indexOf(CLUSTER); at >= 0; at = file.indexOf(CLUSTER, at + 1)) starts.push(at)
  expect(starts.length).toBeGreaterThan(4)
  const { text } = await transcribe([file.subarray(0, starts[2]), file.subarray(starts[3])].map(recording))
  expect(text).toMatch(/people$/)
})

test.each([
  ['random bytes', crypto.getRandomValues(new Uint8Array(20_000))],
  ['no bytes', new Uint8Array(0)],
  ['a text', new TextEncoder().encode('<html>'.repeat(100))],
])('a recording of %s has no text and is kept', async (_name, bytes) => {
  expect(await transcribe([recording(bytes)])).toMatchObject({ text: null, isSpeech: true })
})

test('packets that are not Opus do not end the stream', async () => {
  const packets = encodeOpus(await speak(ROAD))
  const broken = [new Uint8Array(0), new Uint8Array(5000).fill(255)]
  const { text } = await transcribe([...broken, ...packets].map((content) => ({ kind: 'opus', content })))
  expect(text).toBe(ROAD)
})

test('a recogniser that fails leaves the text null and the speech detected', async () => {
  const engine: SpeechRecognizer = {
    languages: [{ language: 'en', dictation: true, commands: false }],
    open: () => ({ accept: () => undefined, finish: () => Promise.reject(new Error('broken')), close: () => undefined }),
    close: () => Promise.resolve(),
  }
  expect(await transcribe([pcm(await speak(ROAD))], { engine })).toMatchObject({ text: null, isSpeech: true })
})

test('a closed stream closes the utterances that wait for their text', async () => {
  let open = 0
  const engine: SpeechRecognizer = {
    languages: [{ language: 'en', dictation: true, commands: false }],
    open: () => {
      open++
      return { accept: () => undefined, finish: () => new Promise<string>(() => undefined), close: () => void open-- }
    },
    close: () => Promise.resolve(),
  }
  const transcription = await Transcription.create({ recognizer: engine, source: 'a', language: 'en', emit: () => undefined })
  const road = await speak(ROAD)
  transcription.accept(pcm(concatSamples([road, silence(1), road, silence(1), road])))
  expect(open).toBe(3)
  transcription.close()
  expect(open).toBe(0)
})

/** Streams of commands that note whether the speaker pauses, beside free text that is never complete. */
function createCommandEngine() {
  const pauses: boolean[] = []
  const engine: SpeechRecognizer = {
    languages: [{ language: 'en', dictation: true, commands: true }],
    open: ({ grammar }) => ({
      accept: () => undefined,
      setPaused: (isPaused) => grammar && pauses.push(isPaused),
      finish: () => (grammar ? Promise.resolve('call John') : new Promise<string>(() => undefined)),
      close: () => undefined,
    }),
    close: () => Promise.resolve(),
  }
  return { pauses, engine }
}
const grammarFrame: SpeechFrame = {
  kind: 'grammar',
  content: new TextEncoder().encode(JSON.stringify({ phrases: [{ text: 'stop', spoken: 'stop' }], names: [], endings: [] })),
}

test('a command does not wait for the free text of its utterance', async () => {
  const { engine } = createCommandEngine()
  expect(await transcribe([grammarFrame, pcm(await speak(ROAD))], { engine })).toMatchObject({ text: 'call John' })
})

test('a command stream is told when the speaker pauses and goes on', async () => {
  const { engine, pauses } = createCommandEngine()
  const road = (await speak(ROAD)).slice(8000, -8000)
  const samples = concatSamples([road, silence(0.5), road, silence(1)])
  expect(await transcribe([grammarFrame, pcm(samples)], { engine })).toMatchObject({ ends: 1 })
  expect(pauses).toEqual([true, false, true])
})

test('a content that is not a grammar is ignored', async () => {
  const contents = ['{', '{"phrases":1}', 'null'].map((text) => new TextEncoder().encode(text))
  const frames: SpeechFrame[] = contents.map((content) => ({ kind: 'grammar', content }))
  expect(await transcribe([...frames, pcm(await speak(ROAD))])).toMatchObject({ text: ROAD })
})

test('the sound after ten minutes is ignored', async () => {
  const minutes = Array.from({ length: 11 }, () => pcm(silence(60)))
  expect(await transcribe(minutes)).toMatchObject({ text: '', durationMs: 600_000 })
})

longTest('more utterances than decoders wait for a decoder, and each gets its text', async () => {
  const [road, water] = [pcm(await speak(ROAD)), pcm(await speak(WATER))]
  const results = await Promise.all([road, water, road, water, road].map((frame) => transcribe([frame])))
  expect(results.map(({ text }) => text)).toEqual([ROAD, WATER, ROAD, WATER, ROAD])
})
