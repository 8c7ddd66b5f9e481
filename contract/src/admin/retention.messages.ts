import { defineMessages } from '../i18n.ts'

/** Texts of the administrators' form for how long the server keeps content. */
export const retentionMessages = defineMessages({
  'audit.retention.changed': { en: 'Changed how long content is kept', ja: '保存期間を変更しました' },
  'retention.tooShort': { en: 'At least {min} days', ja: '{min}日以上にしてください' },
  'retention.tooLong': { en: 'At most {max} days', ja: '{max}日以下にしてください' },
})
