import { expect, test } from 'vitest'
import { createSoundDetector } from './sound-detector.ts'

const power = (decibels: number) => 10 ** (decibels / 10)

test('a voice above the noise of the room is sound, the noise is not', () => {
  const isSound = createSoundDetector()
  const heard = [-50, -48, -25, -30, -49].map((decibels) => isSound(power(decibels)))
  expect(heard).toEqual([false, false, true, true, false])
})

test('a moment without any sample does not make the noise after it a voice', () => {
  const isSound = createSoundDetector()
  expect([0, power(-50), power(-48), 0, power(-47), power(-25)].map((each) => isSound(each))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
})

test('a voice that speaks from the first moment is sound from its first pause on', () => {
  const isSound = createSoundDetector()
  expect([-25, -40, -24].map((decibels) => isSound(power(decibels)))).toEqual([false, false, true])
})

test('a microphone that is switched off and a silent room have no sound', () => {
  const isSound = createSoundDetector()
  expect([0, power(-90), power(-70), power(-60)].map((each) => isSound(each))).toEqual([false, false, false, false])
})
