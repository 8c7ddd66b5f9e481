import { expect, test } from 'vitest'
import { isSendKey, isComposing } from './ime.ts'

const enter = { key: 'Enter', keyCode: 13, shiftKey: false, isComposing: false }

test('Enter sends; Shift+Enter and other keys do not', () => {
  expect(isSendKey(enter)).toBe(true)
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false)
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
})

test('the Enter that confirms kana never sends, in the order of events of Chrome and Firefox', () => {
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false)
  expect(isSendKey({ ...enter, keyCode: 229, isComposing: true })).toBe(false)
})

test('the Enter that confirms kana never sends in Safari, which ends the composition before it', () => {
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false)
})

test('the input method handles Escape and the arrow keys during a composition', () => {
  expect(isComposing({ keyCode: 27, isComposing: false })).toBe(false)
  expect(isComposing({ keyCode: 27, isComposing: true })).toBe(true)
  expect(isComposing({ keyCode: 229, isComposing: false })).toBe(true)
})
