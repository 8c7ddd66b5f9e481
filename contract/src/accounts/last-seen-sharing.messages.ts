import { defineMessages } from '../i18n.ts'

/** Texts of the setting that shares when the user was last here. */
export const lastSeenSharingMessages = defineMessages({
  'accounts.lastSeen': { en: 'Online and last seen', ja: 'オンライン状況' },
  'accounts.lastSeenNote': {
    en: 'People in your chats see whether you are online and when you were last here. You see it only of people who share it too. People whom you block, or who block you, never see it.',
    ja: '会話の相手に、オンラインかどうかと最後に使った時刻を表示します。同じく共有している人の状況だけが見えます。ブロックした相手、ブロックされた相手には表示されません。',
  },
  'accounts.lastSeenOn': { en: 'Share when I am online', ja: 'オンライン状況を共有する' },
  'accounts.lastSeenSaved': { en: 'Setting saved', ja: '設定を保存しました' },
})
