import { existsSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandGrammar } from '@noroshi/contract/hands-free/grammar'
import { understand } from '@noroshi/contract/hands-free/understand'
import type { CommandLanguage } from '@noroshi/contract/hands-free/phrases'
import { soundOfWav } from '../../speech/src/audio/wav.ts'
import { HELD_OUT } from '../../speech/src/testing/command-sentences.ts'
import { type Voice, voicesOf } from '../../speech/src/testing/command-voices.ts'
import { quantile } from './load/figures.ts'
import { openStream, type SpeechServer, startSpeech } from './load/speech-client.ts'
import { tuneCommands } from './load/tune-commands.ts'

// Measures spoken commands: how many are recognised exactly, how many ordinary sentences are taken for a command, and the time from
// the end of speech to the command. Voices, names and sentences are others than those that set the confidence.
// Usage: npm run speech-commands -w bench (a part of npm run speech). Japanese needs open_jtalk and its voice.
// `npm run speech-commands -w bench tune` prints the weights of the confidence instead.
const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox'
const RATE = 16_000
const EXACT_GOAL: Readonly<Record<CommandLanguage, number>> = { en: 95, ja: 92 }
const TAKEN_GOAL = 3
/** Milliseconds from the end of speech to the command. */
const FINAL_GOAL = 1200
/** Streams whose sentences are recognised at a time, as fast as possible. */
const PARALLEL = 2
/** Speakers at a time in real time. */
const SPEAKERS = [1, 4]
/** Commands that each speaker says in real time. */
const SPOKEN_LIVE = 16
/** The loudest sample of the noise of a quiet room. Digital silence would make the results too good (decisions/0117). */
const ROOM_NOISE = 8
/** Samples of one part of live sound: 100 ms. */
const PART = RATE / 10
/** The loudness of a sample that belongs to speech. */
const SPEECH_LEVEL = 200

if (process.argv[2] === 'tune') {
  for (const language of ['en', 'ja'] as const) await tuneCommands(language)
  process.exit()
}
console.log(`load average: ${os.loadavg()[0]?.toFixed(1)}`)
const server = await startSpeech()
for (const language of ['en', 'ja'] as const) {
  const voices = voicesOf(language, 'heldOut')
  if (voices.length === 0) {
    console.log(`${language}: skipped, because open_jtalk or its voice is not installed`)
    continue
  }
  await measureAccuracy(language, voices)
  for (const speakers of SPEAKERS) await measureLatency(language, voices, speakers)
}
server.child.kill()

async function measureAccuracy(language: CommandLanguage, voices: readonly Voice[]): Promise<void> {
  const { commands, ordinary } = HELD_OUT[language]
  let [exact, total, taken, sentences] = [0, 0, 0, 0]
  const wrong: string[] = []
  for (const { name, say } of voices) {
    const ofVoice = { exact: 0, taken: 0 }
    await inParallel(Object.entries(commands), async ([text, expected]) => {
      const found = await recognise(language, await say(text))
      if (found === expected) ofVoice.exact++
      else wrong.push(`${name}: ${text} -> ${found}`)
    })
    await inParallel(ordinary, async (text) => {
      const found = await recognise(language, await say(text))
      if (found === '-') return
      ofVoice.taken++
      wrong.push(`${name}: taken for a command: ${text} -> ${found}`)
    })
    const count = Object.keys(commands).length
    console.log(
      `${name.padEnd(28)} exact ${ofVoice.exact}/${count}, ordinary sentences taken ${ofVoice.taken}/${ordinary.length}`,
    )
    exact += ofVoice.exact
    total += count
    taken += ofVoice.taken
    sentences += ordinary.length
  }
  for (const line of wrong) console.log(`  ${line}`)
  for (const samples of recordedSentences()) {
    sentences++
    if ((await recognise(language, samples)) !== '-') taken++
  }
  const rate = ((100 * exact) / total).toFixed(1)
  const share = ((100 * taken) / sentences).toFixed(1)
  console.log(`${language}: commands exact ${exact}/${total} = ${rate} %, goal ${EXACT_GOAL[language]} %`)
  console.log(
    `${language}: ordinary sentences taken for a command ${taken}/${sentences} = ${share} %, goal at most ${TAKEN_GOAL} %`,
  )
}

/** Several speakers say commands in real time, each with another voice. */
async function measureLatency(language: CommandLanguage, voices: readonly Voice[], speakers: number): Promise<void> {
  const texts = Object.keys(HELD_OUT[language].commands)
  const fromSpeech: number[] = []
  const fromUtterance: number[] = []
  const speakAll = async (speaker: number) => {
    for (let turn = 0; turn < SPOKEN_LIVE; turn++) {
      const voice = voices[(speaker + turn) % voices.length]
      const text = texts[(speaker * 7 + turn * 3) % texts.length]
      if (voice === undefined || text === undefined) continue
      const { speechMs, utteranceMs } = await speakLive(server, language, await voice.say(text))
      fromSpeech.push(speechMs)
      fromUtterance.push(utteranceMs)
    }
  }
  await Promise.all(Array.from({ length: speakers }, (_, speaker) => speakAll(speaker)))
  const figures = (values: readonly number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(0)}, p95 ${quantile(values, 0.95).toFixed(0)} ms`
  console.log(
    `${language}, ${speakers} at a time: end of speech to the command ${figures(fromSpeech)}, goal p95 ${FINAL_GOAL} ms; ` +
      `after the silence that ends it ${figures(fromUtterance)}`,
  )
}

/** Sends a sentence in real time, and silence until the service finds its end. */
async function speakLive(speech: SpeechServer, language: CommandLanguage, samples: Int16Array) {
  const end = samples.findLastIndex((sample) => Math.abs(sample) > SPEECH_LEVEL) + 1
  const ended = { at: 0 }
  const stream = openStream(speech, {
    language,
    grammar: commandGrammar(language, HELD_OUT[language].contacts),
    onEndOfUtterance: () => (ended.at = performance.now()),
  })
  const start = performance.now()
  for (let from = 0; ended.at === 0 && from < end + 3 * RATE; from += PART) {
    const part = new Int16Array(PART)
    part.set(samples.slice(from, Math.min(from + PART, end)))
    stream.send(inRoom(part))
    await sleep(Math.max(0, start + ((from + PART) * 1000) / RATE - performance.now()))
  }
  await stream.result()
  const finalAt = performance.now()
  return { speechMs: finalAt - start - (end * 1000) / RATE, utteranceMs: finalAt - (ended.at === 0 ? finalAt : ended.at) }
}

/** @returns the command in the sound: its kind and its contact; '-' for other speech */
async function recognise(language: CommandLanguage, samples: Int16Array): Promise<string> {
  const { contacts } = HELD_OUT[language]
  const stream = openStream(server, { language, grammar: commandGrammar(language, contacts) })
  stream.send(inRoom(samples))
  const { text, isCommand } = await stream.result()
  if (!isCommand) return '-'
  const understood = understand(text ?? '', language, contacts)
  return understood === null ? '-' : [understood.kind, ...understood.contactIds].join(' ')
}

/** @returns the samples with the noise of a quiet room */
function inRoom(samples: Int16Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => clamp(sample + Math.round((2 * Math.random() - 1) * ROOM_NOISE)))
}

function clamp(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, sample))
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: PARALLEL }, run))
}

/** Sentences that people read. */
function recordedSentences(): Int16Array[] {
  if (!existsSync(LIBRIVOX)) return []
  const names = readdirSync(LIBRIVOX).filter((name) => name.endsWith('.wav'))
  return names.map((name) => soundOfWav(readFileSync(`${LIBRIVOX}/${name}`)).samples)
}
