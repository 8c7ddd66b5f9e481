import { expect, test } from 'vitest'
import { FRAME_SAMPLES } from './library.ts'
import { gateSilence } from './silence-gate.ts'

/** Sound of 10 ms frames: each has the amplitude of its number, alternating as a tone does. */
const soundOf = (frames: readonly number[]): Int16Array =>
  Int16Array.from({ length: frames.length * FRAME_SAMPLES }, (_, index) => {
    const amplitude = frames[Math.floor(index / FRAME_SAMPLES)] ?? 0
    return index % 2 === 0 ? amplitude : -amplitude
  })
const framesOf = (samples: Int16Array): number[] =>
  Array.from({ length: samples.length / FRAME_SAMPLES }, (_, frame) => samples[frame * FRAME_SAMPLES] ?? 0)
const times = (amplitude: number, count: number): number[] => Array.from({ length: count }, () => amplitude)

test('noise before, between and after words becomes digital silence, except beside the words', () => {
  const sound = soundOf([...times(8, 40), ...times(900, 20), ...times(8, 30), ...times(700, 20), ...times(8, 70)])
  expect(framesOf(gateSilence(sound))).toEqual([
    ...times(0, 37),
    ...times(8, 3),
    ...times(900, 20),
    ...times(8, 3),
    ...times(0, 24),
    ...times(8, 3),
    ...times(700, 20),
    ...times(8, 3),
    ...times(0, 67),
  ])
})

test('a short pause in a word and soft sounds stay', () => {
  const sound = soundOf([...times(900, 20), ...times(8, 10), ...times(60, 20), ...times(900, 20), ...times(8, 10)])
  expect(gateSilence(sound)).toEqual(sound)
})

test('speech in loud noise, silence and no sound stay as they are', () => {
  for (const frames of [[...times(400, 40), ...times(900, 40), ...times(400, 40)], times(0, 60), []])
    expect(gateSilence(soundOf(frames))).toEqual(soundOf(frames))
})
