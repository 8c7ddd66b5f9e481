import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { FLITE_VOICES, speak } from '../../speech/src/testing/flite.ts'
import { soundOfWav } from '../../speech/src/audio/wav.ts'
import { quantile } from './load/figures.ts'
import { openStream, type SpeechServer, startSpeech } from './load/speech-client.ts'
import { measureWakeWord } from './load/wake-word-figures.ts'

// Measures English dictation by the speech service: word errors, processor time, latency, and the number of streams that the computer can
// process.
// Usage: npm run speech -w bench. It needs the Debian packages pocketsphinx-en-us and pocketsphinx-testdata.
// It ends with the wake word; `npm run wake-word -w bench` measures that alone. See load/wake-word-figures.ts for its packages.
const DATA = '/usr/share/pocketsphinx/test/data'
const RATE = 16_000
/** Milliseconds from the end of speech within which the text must be complete. */
const FINAL_GOAL = 1200
const STREAMS = [1, 2, 3, 4, 6, 8, 12]
const SENTENCES = [
  'the road to the river is closed',
  'we need water and food for ten people',
  'please come home as soon as you can',
  'there is a fire near the school',
  'two people are hurt and need a doctor',
  'the bridge is broken but we are safe',
  'I will meet you at the station at six',
  'can you hear me on the radio',
  'the power is out in the whole town',
  'we have room for twenty more people',
]

interface Utterance {
  readonly text: string
  readonly samples: Int16Array
}

if (!existsSync(DATA)) throw new Error('install the Debian packages pocketsphinx-en-us and pocketsphinx-testdata')
console.log(`load average: ${os.loadavg()[0]?.toFixed(1)}`)
const single = await startSpeech(1)
await transcribe(single, (await speak(SENTENCES[0] ?? '')).slice())
await measureWords('librivox (recorded)', readTestData('librivox', 'transcription'))
await measureWords('cards (recorded)', readTestData('cards', 'cards.transcription'))
for (const voice of FLITE_VOICES) {
  const utterances: Utterance[] = []
  for (const text of SENTENCES) utterances.push({ text, samples: await speak(text, voice) })
  await measureWords(`flite ${voice}`, utterances)
}
await measureLatency()
single.child.kill()
await measureStreams()
await measureWakeWord()

/** Transcribes each recording as fast as the service accepts it. */
async function measureWords(name: string, utterances: readonly Utterance[]): Promise<void> {
  let [errors, words, soundMs] = [0, 0, 0]
  const before = processorMs(single)
  for (const { text, samples } of utterances) {
    const heard = await transcribe(single, samples)
    soundMs += (samples.length * 1000) / RATE
    const reference = wordsOf(text)
    errors += wordErrors(reference, wordsOf(heard))
    words += reference.length
  }
  const rate = ((100 * errors) / words).toFixed(1)
  const share = ((processorMs(single) - before) / soundMs).toFixed(2)
  console.log(`${name.padEnd(22)} word errors ${errors}/${words} = ${rate} %; processor time beside the sound ${share}`)
}

function transcribe(server: SpeechServer, samples: Int16Array): Promise<string> {
  const stream = openStream(server)
  stream.send(samples.slice())
  return stream.finish()
}

/** Sends each sentence in real time, in parts of a second. */
async function measureLatency(): Promise<void> {
  const partials: number[] = []
  const finals: number[] = []
  for (const text of SENTENCES) {
    const { partialMs, finalMs } = await speakLive(single, await speak(text))
    partials.push(...partialMs)
    finals.push(finalMs)
  }
  console.log(
    `part of 1 s to partial text: p50 ${quantile(partials, 0.5).toFixed(0)}, p95 ${quantile(partials, 0.95).toFixed(0)} ms`,
  )
  console.log(`end of speech to final text: p50 ${quantile(finals, 0.5).toFixed(0)}, p95 ${quantile(finals, 0.95).toFixed(0)} ms`)
}

async function speakLive(server: SpeechServer, samples: Int16Array): Promise<{ partialMs: number[]; finalMs: number }> {
  const partialMs: number[] = []
  let sentAt = 0
  const stream = openStream(server, { onPartial: () => partialMs.push(performance.now() - sentAt) })
  for (let start = 0; start < samples.length; start += RATE) {
    const part = samples.slice(start, start + RATE)
    await sleep((part.length * 1000) / RATE)
    sentAt = performance.now()
    stream.send(part)
  }
  const endedAt = performance.now()
  await stream.finish()
  return { partialMs, finalMs: performance.now() - endedAt }
}

/** Finds the number of streams in real time whose texts all come within the goal, and the memory of each. */
async function measureStreams(): Promise<void> {
  const samples = Int16Array.from(readTestData('librivox', 'transcription').flatMap((one) => [...one.samples])).slice(
    0,
    12 * RATE,
  )
  const memories: number[] = []
  let held = 0
  for (const count of STREAMS) {
    const server = await startSpeech(count)
    const idle = memoryOf(server)
    // The decoders load their models.
    await Promise.all(Array.from({ length: count }, () => transcribe(server, samples.slice(0, 3 * RATE))))
    const results = await Promise.all(Array.from({ length: count }, () => speakLive(server, samples)))
    memories.push((memoryOf(server) - idle) / count)
    server.child.kill()
    const slowest = Math.max(...results.map(({ finalMs }) => finalMs))
    const verdict = slowest <= FINAL_GOAL ? 'held' : `not held, goal ${FINAL_GOAL} ms`
    console.log(`${count} streams of 12 s at a time: slowest final text ${slowest.toFixed(0)} ms; ${verdict}`)
    if (slowest > FINAL_GOAL) break
    held = count
  }
  console.log(`streams held on ${os.availableParallelism()} cores: ${held}`)
  console.log(`memory of a stream: ${Math.min(...memories).toFixed(0)} to ${Math.max(...memories).toFixed(0)} MB`)
}

/** Processor time of the service so far. Other processes do not change it much. */
function processorMs({ child }: SpeechServer): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10 // clock ticks of 10 ms
}

function memoryOf({ child }: SpeechServer): number {
  const pages = readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]
  return Math.round((Number(pages) * 4096) / 1e6)
}

function readTestData(folder: string, file: string): Utterance[] {
  const lines = readFileSync(`${DATA}/${folder}/${file}`, 'utf8')
  return [...lines.matchAll(/<s> (.*?) +<\/s> \((.*)\)/g)].map(([, text = '', name = '']) => ({
    text: text.trim(),
    samples: soundOfWav(readFileSync(`${DATA}/${folder}/${name}.wav`)).samples,
  }))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(' ').filter(Boolean)
}

/** The edit distance of two lists of words. */
function wordErrors(reference: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index)
  for (const [i, word] of reference.entries()) {
    const next = [i + 1]
    for (const [j, other] of heard.entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (word === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
