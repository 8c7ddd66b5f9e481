import { defineMessages } from '../i18n.ts'

/** Texts of the validation of calls. */
export const callMessages = defineMessages({
  'calls.emptyGroup': {
    en: 'Select at least one person for the group call',
    ja: 'グループ通話の相手を1人以上選んでください',
  },
  'calls.tooManyReceivers': {
    en: 'A group call has at most four people, including you',
    ja: 'グループ通話は自分を含めて4人までです',
  },
})
