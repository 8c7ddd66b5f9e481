import { defineMessages } from './i18n.ts'

/** The commands of shortcuts, which every page has. */
export const firstShortcutMessages = defineMessages({
  'shortcuts.title': { en: 'Keyboard shortcuts', ja: 'キーボードショートカット' },
  'shortcuts.switchChat': { en: 'Go to a chat', ja: '会話へ移動' },
  'shortcuts.sos': { en: 'Start the countdown of an SOS', ja: 'SOSのカウントダウンを始める' },
})
