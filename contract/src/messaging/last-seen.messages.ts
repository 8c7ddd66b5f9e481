import { defineMessages } from '../i18n.ts'

/** Texts that say when a member was last here. */
export const lastSeenMessages = defineMessages({
  'lastSeen.online': { en: 'Online', ja: 'オンライン' },
  'lastSeen.today': { en: 'Last seen {time}', ja: '最終オンライン {time}' },
  'lastSeen.yesterday': { en: 'Last seen yesterday', ja: '最終オンライン 昨日' },
  'lastSeen.day': { en: 'Last seen {day}', ja: '最終オンライン {day}' },
})
