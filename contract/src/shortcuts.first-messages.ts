import { defineMessages } from './i18n.ts'

/** The commands of shortcuts, which every page has. */
export const firstShortcutMessages = defineMessages({
  'shortcuts.title': { en: 'Keyboard shortcuts', ja: 'キーボードショートカット' },
  'shortcuts.switchChat': { en: 'Go to a chat', ja: '会話へ移動' },
  'shortcuts.sos': { en: 'Start the countdown of an SOS', ja: 'SOSのカウントダウンを始める' },
  'shortcuts.nextAlert': { en: 'Next alert of the list', ja: '一覧の次のアラート' },
  'shortcuts.previousAlert': { en: 'Previous alert of the list', ja: '一覧の前のアラート' },
})
