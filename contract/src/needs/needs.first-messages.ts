import { defineMessages } from '../i18n.ts'

/** Texts of the needs board on the map of home. */
export const needFirstMessages = defineMessages({
  'needs.atPlace': {
    en: { one: '1 need here', other: '{count} needs here' },
    ja: '必要なもの{count}件',
  },
})
