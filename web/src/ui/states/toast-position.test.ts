import { expect, test } from 'vitest'
import { type Box, TOAST_GAP, toastBottom } from './toast-position.ts'

const WINDOW = 800
const toast = { height: 60, left: 12, right: 348 }
const block = (top: number, bottom: number, left = 0, right = 360): Box => ({ top, bottom, left, right })
const bottomAbove = (...blocks: Box[]) => toastBottom(toast, blocks, WINDOW, TOAST_GAP)

test('an unobstructed toast is at the bottom', () => {
  expect(bottomAbove()).toBe(12)
  expect(bottomAbove(block(0, 56), block(-300, -200), block(900, 960), block(740, 800, 400, 800))).toBe(12)
})

test('a toast is above the composer and above buttons over the composer', () => {
  expect(bottomAbove(block(736, 800))).toBe(WINDOW - 736 + TOAST_GAP)
  expect(bottomAbove(block(676, 736), block(736, 800))).toBe(WINDOW - 676 + TOAST_GAP)
})

test('a toast is between two blocks if it fits', () => {
  expect(bottomAbove(block(736, 800), block(560, 640))).toBe(WINDOW - 736 + TOAST_GAP)
  expect(bottomAbove(block(736, 800), block(600, 680))).toBe(WINDOW - 600 + TOAST_GAP)
})

test('a toast is above the lowest block if the blocks fill the window', () => {
  expect(bottomAbove(block(736, 800), block(0, 730))).toBe(WINDOW - 736 + TOAST_GAP)
})
