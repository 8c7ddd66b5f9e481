import { expect, test } from 'vitest'
import { FliteThread } from './flite-thread.ts'
import { Voices } from './installed-voices.ts'

const LONG = 'the road to the river is closed and the bridge is under water. '.repeat(9)

test('an alarm does not wait for the texts that are being spoken', { timeout: 60_000 }, async () => {
  const voices = new Voices()
  const order: string[] = []
  const speak = (name: string, text: string, isAlarm: boolean) =>
    voices.synthesize(text, 'en', isAlarm).then(() => void order.push(name))
  const texts = Array.from({ length: 6 }, (_, index) => speak(`text ${index}`, LONG, false))
  await Promise.all([...texts, speak('alarm', 'emergency', true)])
  expect(order.indexOf('alarm')).toBeLessThan(order.indexOf('text 5'))
})

test('a voice whose thread has ended without work speaks the next text', { timeout: 60_000 }, async () => {
  const voice = new FliteThread(1)
  const first = await voice.speak('water')
  expect(voice.isBusy).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await voice.speak('water')).toEqual(first)
})
