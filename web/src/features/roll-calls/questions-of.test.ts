import { expect, test } from 'vitest'
import { questionsOf } from './questions-of.ts'
import { fakeAnswer, fakeRollCall } from './testing/fake-roll-calls.ts'

const answeredBy = (source: 'self' | 'proxy') => {
  const { viewer, ...question } = fakeRollCall(1)
  return { ...question, viewer: { ...viewer, answer: fakeAnswer('safe', { source }) } }
}

test('a question stays open while only another person has answered for the user', () => {
  expect(questionsOf([answeredBy('proxy')], 'me', [])).toHaveLength(1)
  expect(questionsOf([answeredBy('self')], 'me', [])).toEqual([])
})
