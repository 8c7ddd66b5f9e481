import { expect, test } from 'vitest'
import { confirmsWords, isOfInputMethod } from './ime.ts'

const enter = { key: 'Enter', keyCode: 13, shiftKey: false, isComposing: false }

test('Enter sends, Shift and Enter do not, other keys do not', () => {
  expect(confirmsWords(enter)).toBe(true)
  expect(confirmsWords({ ...enter, shiftKey: true })).toBe(false)
  expect(confirmsWords({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
})

test('the Enter that confirms kana never sends, in the order of events of Chrome and Firefox', () => {
  expect(confirmsWords({ ...enter, isComposing: true })).toBe(false)
  expect(confirmsWords({ ...enter, keyCode: 229, isComposing: true })).toBe(false)
})

test('the Enter that confirms kana never sends in Safari, which ends the composition before it', () => {
  expect(confirmsWords({ ...enter, keyCode: 229 })).toBe(false)
})

test('Escape and the arrows belong to the input method while it composes', () => {
  expect(isOfInputMethod({ keyCode: 27, isComposing: false })).toBe(false)
  expect(isOfInputMethod({ keyCode: 27, isComposing: true })).toBe(true)
  expect(isOfInputMethod({ keyCode: 229, isComposing: false })).toBe(true)
})
