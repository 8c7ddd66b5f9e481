import type { AlertSeverity } from '@noroshi/contract/alerts/handling'
import { isLanguage, type Language } from '@noroshi/contract/i18n'
import type { NoticeKind, NoticeStatus } from '@noroshi/contract/notices/notices.http'
import type { XmlElement } from '#/ports/xml/read-xml.ts'
import { cut, expiryOf, NoticeRefused, PARSED_AREAS_MAX, type ParsedNotice, timeOf } from './parsed-notice.ts'

/** The versions that differ in nothing that is read here. */
const NAMESPACE = /^urn:oasis:names:tc:emergency:cap:1\.[12]$/
const IDENTIFIER_MAX = 300
const HEADLINE_MAX = 300
const DESCRIPTION_MAX = 6000
const NAME_MAX = 200
/** Max earlier messages that one refers to. */
const REFERENCES_MAX = 50

/** `System` and `Draft` are not for people. */
const STATUS: Readonly<Record<string, NoticeStatus>> = { Actual: 'actual', Exercise: 'exercise', Test: 'test' }
const SEVERITY: Readonly<Record<string, AlertSeverity>> = {
  Extreme: 'extreme',
  Severe: 'severe',
  Moderate: 'moderate',
  Minor: 'minor',
}

const languageOf = (info: XmlElement | undefined): Language | null => {
  const [language = ''] = (info?.textOf('language') ?? '').toLowerCase().split('-')
  return isLanguage(language) ? language : null
}

/** Returns the kind of a notice by its event. Categories do not tell an earthquake from a tsunami. */
function kindOf(info: XmlElement | undefined): NoticeKind {
  const event = `${info?.textOf('event') ?? ''} ${info?.textOf('headline') ?? ''}`.toLowerCase()
  if (/tsunami|津波/.test(event)) return 'tsunami'
  if (/earthquake|地震|震度/.test(event)) return 'earthquake'
  return info?.all('category').some(({ text }) => text === 'Met') === true ? 'weather' : 'other'
}

/**
 * Returns the notice of a document of CAP 1.1 or 1.2.
 * @param language the language that is preferred where the document has several
 * @throws NoticeRefused
 */
export function readCap(alert: XmlElement, language: Language): ParsedNotice {
  if (![...alert.attributes.values()].some((value) => NAMESPACE.test(value))) throw new NoticeRefused('unsupported')
  const status = STATUS[alert.textOf('status')]
  const type = alert.textOf('msgType')
  if (status === undefined || !['Alert', 'Update', 'Cancel'].includes(type)) throw new NoticeRefused('unsupported')
  const [sender, identifier] = [alert.textOf('sender'), alert.textOf('identifier')]
  if (sender === '' || identifier === '' || sender.length + identifier.length > IDENTIFIER_MAX) throw new NoticeRefused('broken')
  const isCancelled = type === 'Cancel'
  const infos = alert.all('info')
  const info = infos.find((each) => languageOf(each) === language) ?? infos[0]
  if (info === undefined && !isCancelled) throw new NoticeRefused('broken')
  const sentAt = timeOf(alert.textOf('sent'))
  const severity = SEVERITY[info?.textOf('severity') ?? ''] ?? null
  const texts = [info?.textOf('description'), info?.textOf('instruction'), alert.textOf('note')]
  return {
    identifier: `${sender},${identifier}`,
    references: alert.textOf('references').split(/\s+/, REFERENCES_MAX).flatMap(identifierIn),
    stream: null,
    kind: kindOf(info),
    status,
    headline: cut(info?.textOf('headline') || (info?.textOf('event') ?? ''), HEADLINE_MAX),
    description: cut(texts.filter(Boolean).join('\n\n'), DESCRIPTION_MAX),
    language: languageOf(info),
    areas: areasOf(info, severity),
    severity,
    publisher: cut(info?.textOf('senderName') || sender, NAME_MAX),
    sentAt,
    expiresAt: expiryOf(sentAt, info?.textOf('expires') ?? ''),
    isCancelled,
  }
}

/** Returns sender and identifier of a reference `sender,identifier,sent`. */
function identifierIn(reference: string): string[] {
  const [sender = '', identifier = ''] = reference.split(',')
  return sender === '' || identifier === '' ? [] : [`${sender},${identifier}`]
}

function areasOf(info: XmlElement | undefined, severity: AlertSeverity | null) {
  const areas = (info?.all('area') ?? []).flatMap((area) => {
    const name = cut(area.textOf('areaDesc'), NAME_MAX)
    const codes = area.all('geocode').map((geocode) => cut(geocode.textOf('value'), NAME_MAX))
    return (codes.length === 0 ? [''] : codes).map((code) => ({ name, code, severity }))
  })
  return areas.slice(0, PARSED_AREAS_MAX)
}
