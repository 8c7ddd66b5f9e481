import { defineMessages } from '../i18n.ts'

/** Specification, sections 2, 5 and 8: texts of messages and threads, quoted ones as quoted. */
export const messagingMessages = defineMessages({
  'messages.empty': { en: 'Write a message first', ja: 'メッセージを入力してください' },
  'messages.tooLong': { en: 'Message cannot be more than {max} characters', ja: 'メッセージは{max}文字までです' },
  'messages.group.nameRequired': { en: 'Please enter a name for the group', ja: 'グループ名を入力してください' },
  'messages.group.nameTooShort': {
    en: 'Group name must be longer than {min} characters',
    ja: 'グループ名は{min}文字以上で入力してください',
  },
  'messages.group.nameTooLong': {
    en: 'Group name must not be longer than {max} characters',
    ja: 'グループ名は{max}文字以内で入力してください',
  },
  'messages.group.nobodyChosen': { en: 'Choose at least one person', ja: '1人以上選んでください' },
})
