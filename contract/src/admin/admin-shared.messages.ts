import { defineMessages } from '../i18n.ts'

/** Texts of the administration that dialogs of all users have too. */
export const adminSharedMessages = defineMessages({
  'admin.optional': { en: '{field} (optional)', ja: '{field}（任意）' },
  'admin.copyFailed': {
    en: 'Could not copy. The link is selected: copy it by hand.',
    ja: 'コピーできませんでした。選択中のリンクを手動でコピーしてください。',
  },
})
