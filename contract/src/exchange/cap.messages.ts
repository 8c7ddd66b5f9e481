import { defineMessages } from '../i18n.ts'

/** Texts in the messages for other systems, in the language of the unit. */
export const capMessages = defineMessages({
  'cap.event': { en: 'Emergency call (SOS)', ja: 'SOS（救助要請）' },
  'cap.eventOfKind': { en: 'Emergency call (SOS): {kind}', ja: 'SOS（救助要請）：{kind}' },
  'cap.headlineOf': { en: '{event}, {name}', ja: '{event}　{name}さん' },
  'cap.anonymous': { en: '{event}, anonymous', ja: '{event}　匿名' },
  'cap.around': { en: 'Around {latitude}, {longitude}', ja: '緯度{latitude}、経度{longitude}付近' },
  'cap.notLocated': { en: 'The location is not known or not passed on', ja: '位置は不明、または提供対象外です' },
  'cap.resolved': { en: 'The alert was resolved', ja: 'アラートは解決済みです' },
  'cap.falseAlarm': { en: 'The alert was a false alarm', ja: 'アラートは誤報でした' },
  'cap.withdrawn': { en: 'The alert was withdrawn', ja: 'アラートは取り下げられました' },
})
