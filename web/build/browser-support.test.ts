import { expect, test } from 'vitest'
import { missingFeatures } from './browser-support.ts'

test.each([
  ['let a = Promise.withResolvers()', 'Promise.withResolvers'],
  ['export const b = (url) => URL.canParse(url)', 'URL.canParse'],
  ["const s = new Intl.Segmenter('ja')", 'Intl.Segmenter'],
  ['requestIdleCallback(() => {})', 'requestIdleCallback'],
  ['window.requestIdleCallback(() => {})', 'requestIdleCallback'],
  ['const lock = await navigator.wakeLock.request()', 'navigator.wakeLock'],
  ['const isWhole = (text) => text.isWellFormed()', 'isWellFormed'],
  ['const isBelow = a.isSubsetOf(b)', 'isSubsetOf'],
  ['const groups = Object.groupBy(all, (each) => each.kind)', 'Object.groupBy'],
  ['const letter = /\\p{L}/v', 'the flag v'],
])('%s uses what a supported browser lacks', async (code, name) => {
  expect([...(await missingFeatures(code)).keys()]).toContain(name)
})

test.each([
  ['a feature of all supported browsers', 'const c = [3].toSorted().findLast(Boolean) ?? structuredClone(a)'],
  ['typeof', "const s = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('ja') : null"],
  ['in', "if ('wakeLock' in navigator) navigator.wakeLock.request()"],
  ['in with a template', 'const s = `Segmenter` in Intl ? new Intl.Segmenter() : null'],
  ['an optional call', 'window.requestIdleCallback?.(() => {})'],
  ['a condition', 'navigator.userActivation && navigator.userActivation.hasBeenActive'],
  ['a variable with a short name', 'function ML(a) {} ML(1)'],
])('code with %s passes', async (_what, code) => {
  expect([...(await missingFeatures(code)).keys()]).toEqual([])
})
