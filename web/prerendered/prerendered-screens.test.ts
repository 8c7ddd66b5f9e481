import { expect, test } from 'vitest'
import { prerenderedNameOf, packScreens, screenKey, unpackScreen } from './prerendered-screens.ts'

test.each([
  ['/', true, 'home'],
  ['/', false, 'home'],
  ['/login', false, 'login'],
  ['/login', true, 'home'],
  ['/feeds', true, 'feeds'],
  ['/feeds/01a2/posts', true, 'screen'],
  ['/messages', true, 'screen'],
  ['/messages/01a2', true, 'chat'],
  ['/messages/01a2/members', true, 'screen'],
  ['/alerts/01a2/messages/01a3', false, 'chat'],
  ['/alerts', true, 'screen'],
  ['/unknown', false, 'screen'],
  ['/calls', true, 'screen'],
  ['/call/01a2', true, null],
  ['/register', false, null],
  ['/siren', false, null],
  ['/standby', true, null],
])('the path %s of a signed-in user (%s) has the prerendered screen %s', (pathname, isSignedIn, name) => {
  expect(prerenderedNameOf(pathname, isSignedIn)).toBe(name)
})

test('a packed screen has its HTML, and parts that screens have in common are stored once', () => {
  const screens = { 'home user en': '<p>SOS</p><p>Help</p>', 'home user ja': '<p>SOS</p><p>助けて</p>' }
  const packed = packScreens('<style></style>', screens)
  expect(unpackScreen(packed, 'home user en')).toBe(`<style></style>${screens['home user en']}`)
  expect(unpackScreen(packed, 'home user ja')).toBe(`<style></style>${screens['home user ja']}`)
  expect(packed.parts).toEqual(['<p>SOS', '</p>', '<p>Help', '<p>助けて'])
})

test.each([
  ['/', ''],
  ['/feeds', 'feeds'],
  ['/messages', 'messages'],
  ['/messages/01a2', 'messages/'],
  ['/messages/01a2/members', 'messages/'],
])('the path %s preloads the files of %s', (pathname, key) => {
  expect(screenKey(pathname)).toBe(key)
})
