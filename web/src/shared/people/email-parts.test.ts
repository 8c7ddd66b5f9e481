import { expect, test } from 'vitest'
import { emailParts } from './email-parts.ts'

test('an email address may break after its separators and keeps all characters', () => {
  expect(emailParts('aiko.sato-1@mail.example.org')).toEqual(['aiko.', 'sato-', '1@', 'mail.', 'example.', 'org'])
  for (const email of ['', '..a@b', 'a+b@c', 'plain', 'a@b..']) expect(emailParts(email).join('')).toBe(email)
})
