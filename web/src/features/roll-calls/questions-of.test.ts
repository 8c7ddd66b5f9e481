import { expect, test } from 'vitest'
import { ownQuestionsOf, questionsOf } from './questions-of.ts'
import { fakeAnswer, fakeDependant, fakeRollCall } from './testing/fake-roll-calls.ts'

const answeredBy = (source: 'self' | 'proxy') => {
  const { viewer, ...question } = fakeRollCall(1)
  return { ...question, viewer: { ...viewer, answer: fakeAnswer('safe', { source }) } }
}

test('a question stays open while only another person has answered for the user', () => {
  expect(questionsOf([answeredBy('proxy')], 'me', [])).toHaveLength(1)
  expect(questionsOf([answeredBy('self')], 'me', [])).toEqual([])
})

test('a question stays open for a user who has answered while there is no answer about a dependant', () => {
  const [first, second] = [fakeDependant(1), fakeDependant(2, { answer: fakeAnswer('safe', { source: 'proxy' }) })]
  const question = answeredBy('self')
  const asked = { ...question, viewer: { ...question.viewer, dependants: [first, second] } }
  const unsent = (personId: string) => [{ payload: { rollCallId: asked.id, personId } }]
  expect(questionsOf([asked], 'me', [])).toHaveLength(1)
  expect(questionsOf([asked], 'me', unsent(second.id))).toHaveLength(1)
  expect(questionsOf([asked], 'me', unsent(first.id))).toEqual([])
  expect(ownQuestionsOf([asked], 'me', [])).toEqual([])
})

test('an unsent answer for a dependant leaves the question to the user open', () => {
  const question = fakeRollCall(1)
  expect(questionsOf([question], 'me', [{ payload: { rollCallId: question.id, personId: fakeDependant(1).id } }])).toHaveLength(1)
})
