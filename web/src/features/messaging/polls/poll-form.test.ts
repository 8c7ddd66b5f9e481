import { expect, test } from 'vitest'
import { text } from '../../../platform/language/i18n.ts'
import { errorsOfPoll, pollOf } from './poll-form.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const values = {
  question: ' Who takes the night shift? ',
  options: ['Aiko', ' ', 'Ben\u3000Sato'],
  isMultiple: false,
  closesAt: '',
}

test('a poll is sent with trimmed texts and without the empty options', () => {
  expect(errorsOfPoll(values, NOW)).toEqual({})
  expect(pollOf({ ...values, closesAt: '2026-11-21T19:30' })).toEqual({
    question: 'Who takes the night shift?',
    poll: { options: ['Aiko', 'Ben Sato'], isMultiple: false, closesAt: new Date(2026, 10, 21, 19, 30).toISOString() },
  })
})

test('an empty question, too few options, the same option twice and an end in the past are errors at their fields', () => {
  expect(errorsOfPoll({ ...values, question: ' \n' }, NOW)).toEqual({ question: text('messages.poll.questionEmpty') })
  expect(errorsOfPoll({ ...values, options: ['Aiko', ''] }, NOW)).toEqual({ 'options.1': text('messages.poll.tooFewOptions') })
  expect(errorsOfPoll({ ...values, options: ['Aiko', 'Ben', 'Aiko '] }, NOW)).toEqual({
    'options.2': text('messages.poll.sameOption'),
  })
  expect(errorsOfPoll({ ...values, closesAt: '2020-01-01T00:00' }, NOW)).toEqual({ closesAt: text('messages.poll.closesInPast') })
})
