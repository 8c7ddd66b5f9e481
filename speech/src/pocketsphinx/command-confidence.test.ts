import { expect, test } from 'vitest'
import { confidenceOf, evidenceOf } from './command-confidence.ts'
import type { Segment } from './library.ts'

const segment = (word: string, start: number, end: number, score: number): Segment => ({
  word,
  variant: 1,
  start,
  end,
  score,
  posterior: 0,
})
const silence = segment('<sil>', 0, 10, -10)
const call = { phones: ['K', 'AO', 'L'], segments: [segment('w_0', 10, 40, -300)] }
const anna = { phones: ['AE', 'N', 'AH'], segments: [segment('n_0_1', 40, 70, -330)] }
const heard = ['K', 'AO', 'L', 'AE', 'N', 'AH'].map((phone, index) => segment(phone, 10 + index * 10, 20 + index * 10, -100))
const command = {
  parts: [call, anna],
  segments: [silence, ...call.segments, ...anna.segments],
  heard: [segment('SIL', 0, 10, -10), ...heard],
  hasBody: false,
}
const isCommand = (each: Parameters<typeof evidenceOf>[0]) => confidenceOf(evidenceOf(each), 'en') > 0

test('the evidence of a command is its likelihood beside free phones, and the distance of the phones', () => {
  expect(evidenceOf(command)).toEqual({ likelihood: -0.5, worstPart: -1, distance: 0 })
  expect(isCommand(command)).toBe(true)
})

test('a name that does not fit its sound is no command, although the words before it fit', () => {
  const wrong = { ...anna, segments: [segment('n_0_1', 40, 70, -1800)] }
  const other = { ...command, parts: [call, wrong], segments: [silence, ...call.segments, ...wrong.segments] }
  expect(evidenceOf(other).worstPart).toBe(-45)
  expect(isCommand(other)).toBe(false)
})

test('speech that a command leaves to silence is no command', () => {
  const around = { ...command, segments: [...command.segments, segment('<sil>', 70, 170, -3500)] }
  const spoken = { ...around, heard: [...command.heard, segment('S', 70, 170, -500)] }
  expect(evidenceOf(spoken).likelihood).toBe(-45)
  expect(isCommand(spoken)).toBe(false)
})

test('free text after a command is no evidence', () => {
  const body = { ...command, hasBody: true, segments: [...command.segments, segment('ph_s', 70, 170, -3500)] }
  expect(evidenceOf(body)).toEqual(evidenceOf(command))
})

test('a phone that is partly in a word counts partly', () => {
  const shifted = [segment('SIL', 0, 20, -20), segment('K', 20, 70, -600)]
  // 20 of 50 frames of the phone, and 10 of 20 of the silence, are in the first word.
  expect(evidenceOf({ ...command, parts: [call], segments: call.segments, heard: shifted }).worstPart).toBeCloseTo(
    (-300 + 10 + 240) / 30,
  )
})
