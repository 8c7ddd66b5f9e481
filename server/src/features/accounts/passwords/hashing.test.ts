import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './hashing.ts'

const COMPOSED = 'がんばれ-é-123'
const DECOMPOSED = 'か\u3099んは\u3099れ-e\u0301-123'
const FULL_WIDTH = 'がんばれ－é－１２３'

test.each([COMPOSED, DECOMPOSED, FULL_WIDTH])('the password %j matches the hash of each of its forms', async (typed) => {
  const stored = await hashPassword(COMPOSED)
  expect(await verifyPassword(typed, stored)).toBe(true)
  expect(await verifyPassword(COMPOSED, await hashPassword(typed))).toBe(true)
  expect(await verifyPassword(`${typed}4`, stored)).toBe(false)
})

test('a password that an earlier version hashed as typed still matches', async () => {
  for (const typed of [COMPOSED, DECOMPOSED, FULL_WIDTH]) expect(await verifyPassword(typed, await hash(typed))).toBe(true)
  expect(await verifyPassword('か', await hash('が'))).toBe(false)
})
