import { expect, test } from 'vitest'
import { SAMPLE_RATE } from './recognizer.ts'
import { Speaker } from './speaker.ts'
import type { SpeechSynthesizer } from './synthesizer.ts'

/** A speaker whose engine speaks a second for each character. `spoken` lists the texts that it synthesized. */
function createSpeaker() {
  const spoken: string[] = []
  const engine: SpeechSynthesizer = {
    languages: ['en'],
    async synthesize(text) {
      if (text === 'fail') throw new Error('no voice today')
      spoken.push(text)
      return new Int16Array(SAMPLE_RATE * text.length)
    },
  }
  const speaker = new Speaker(engine)
  const speak = (...texts: string[]) =>
    speaker.speak({ parts: texts.map((text) => ({ language: 'en', text })), mimeType: 'audio/wav' })
  return { speaker, speak, spoken }
}

const HEADER = 44

test('parts are spoken one after the other, with a quarter of a second between them', async () => {
  const { speak } = createSpeaker()
  expect((await speak('a', 'bb'))?.bytes.length).toBe(HEADER + 2 * SAMPLE_RATE * 3.25)
})

test('a part is synthesized once', async () => {
  const { speak, spoken } = createSpeaker()
  await speak('Aiko', 'hello')
  await speak('Aiko', 'goodbye')
  expect(spoken).toEqual(['Aiko', 'hello', 'goodbye'])
})

test('the cache evicts the parts that were used least recently', async () => {
  const { speak, spoken } = createSpeaker()
  const long = (letter: string) => letter.repeat(200) // 6.4 MB
  for (const letter of ['a', 'b', 'a', 'c', 'a', 'b']) await speak(long(letter))
  expect(spoken.map(([letter]) => letter)).toEqual(['a', 'b', 'c', 'b'])
})

test('parts without a voice are skipped, and without any voice there is no sound', async () => {
  const { speaker } = createSpeaker()
  const ja = { language: 'ja', text: '水' } as const
  expect(await speaker.speak({ parts: [ja], mimeType: 'audio/wav' })).toBeNull()
  const both = await speaker.speak({ parts: [ja, { language: 'en', text: 'a' }], mimeType: 'audio/wav' })
  expect(both?.bytes.length).toBe(HEADER + 2 * SAMPLE_RATE)
})

test('an alarm is accepted while the queue of other texts is full', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const speaker = new Speaker({
    languages: ['en'],
    async synthesize(text, _language, isAlarm) {
      if (!isAlarm) await promise
      return new Int16Array(text.length)
    },
  })
  const request = (isAlarm: boolean) =>
    speaker.speak({ parts: [{ language: 'en', text: isAlarm ? 'SOS' : 'hello' }], mimeType: 'audio/wav', isAlarm })
  const others = Array.from({ length: 16 }, () => request(false))
  expect(speaker.isFull({})).toBe(true)
  expect(speaker.isFull({ isAlarm: true })).toBe(false)
  expect(await request(true)).not.toBeNull()
  resolve()
  await Promise.all(others)
  expect(speaker.isFull({})).toBe(false)
})

test('a failed part is tried again, and the queue does not stay full', async () => {
  const { speaker, speak } = createSpeaker()
  for (let attempt = 0; attempt < 20; attempt++) await expect(speak('fail')).rejects.toThrow('no voice today')
  expect(speaker.isFull({})).toBe(false)
})
