import { expect, test } from 'vitest'
import { frameOf, packFrames, screenKey, unpackFrame } from './frames.ts'

test.each([
  ['/', true, 'home'],
  ['/', false, 'home'],
  ['/login', false, 'login'],
  ['/login', true, 'home'],
  ['/feeds', true, 'screen'],
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
])('the path %s of a signed-in user (%s) has the frame %s', (pathname, isSignedIn, name) => {
  expect(frameOf(pathname, isSignedIn)).toBe(name)
})

test('a packed frame has its HTML, and parts that frames have in common are stored once', () => {
  const frames = { 'home user en': '<p>SOS</p><p>Help</p>', 'home user ja': '<p>SOS</p><p>助けて</p>' }
  const packed = packFrames('<style></style>', frames)
  expect(unpackFrame(packed, 'home user en')).toBe(`<style></style>${frames['home user en']}`)
  expect(unpackFrame(packed, 'home user ja')).toBe(`<style></style>${frames['home user ja']}`)
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
