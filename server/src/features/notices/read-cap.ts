import type { AlertSeverity } from '@noroshi/contract/alerts/handling'
import { isLanguage, type Language } from '@noroshi/contract/i18n'
import type { NoticeKind, NoticeStatus } from '@noroshi/contract/notices/notices.http'
import type { XmlElement } from '#/ports/xml/read-xml.ts'
import { circleOf, polygonOf } from './cap-shapes.ts'
import {
  cut,
  expiryOf,
  highest,
  type NoticeArea,
  NoticeRefused,
  PARSED_AREAS_MAX,
  type ParsedNotice,
  timeOf,
} from './parsed-notice.ts'

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

/** Returns the language of a block, without its region. */
const tagOf = (info: XmlElement | undefined): string => (info?.textOf('language') ?? '').toLowerCase().split('-')[0] ?? ''

const languageOf = (info: XmlElement | undefined): Language | null => {
  const language = tagOf(info)
  return isLanguage(language) ? language : null
}

const severityOf = (info: XmlElement): AlertSeverity | null => SEVERITY[info.textOf('severity')] ?? null

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
  const first = infos.find((each) => languageOf(each) === language) ?? infos[0]
  // A message has a block for each severity, also several of one language.
  const blocks = infos.filter((each) => tagOf(each) === tagOf(first))
  const severity = highest(blocks.map(severityOf))
  const info = blocks.find((each) => severityOf(each) === severity) ?? first
  if (info === undefined && !isCancelled) throw new NoticeRefused('broken')
  const sentAt = timeOf(alert.textOf('sent'))
  const byText = [info, ...blocks.filter((each) => each !== info)]
  const texts = [...byText.flatMap((each) => [each?.textOf('description'), each?.textOf('instruction')]), alert.textOf('note')]
  const ends = blocks.map((each) => expiryOf(sentAt, each.textOf('expires')).getTime())
  return {
    identifier: `${sender},${identifier}`,
    references: alert.textOf('references').split(/\s+/, REFERENCES_MAX).flatMap(identifierIn),
    stream: null,
    kind: kindOf(info),
    status,
    headline: cut(info?.textOf('headline') || (info?.textOf('event') ?? ''), HEADLINE_MAX),
    description: cut([...new Set(texts)].filter(Boolean).join('\n\n'), DESCRIPTION_MAX),
    language: languageOf(info),
    areas: blocks.flatMap(areasOf).slice(0, PARSED_AREAS_MAX),
    severity,
    publisher: cut(info?.textOf('senderName') || sender, NAME_MAX),
    sentAt,
    expiresAt: ends.length === 0 ? expiryOf(sentAt, '') : new Date(Math.max(...ends)),
    isCancelled,
  }
}

/** Returns sender and identifier of a reference `sender,identifier,sent`. */
function identifierIn(reference: string): string[] {
  const [sender = '', identifier = ''] = reference.split(',')
  return sender === '' || identifier === '' ? [] : [`${sender},${identifier}`]
}

/** Returns the areas of a block with its severity. */
const areasOf = (info: XmlElement): NoticeArea[] =>
  info.all('area').flatMap((area) => {
    const name = cut(area.textOf('areaDesc'), NAME_MAX)
    const codes = area.all('geocode').map((geocode) => cut(geocode.textOf('value'), NAME_MAX))
    const severity = severityOf(info)
    const edges = [
      ...area.all('polygon').map(({ text }) => polygonOf(text)),
      ...area.all('circle').map(({ text }) => circleOf(text)),
    ]
    const shapes = edges.filter((points) => points !== null).map((points) => ({ severity, points }))
    const isPartlyRead = shapes.length < edges.length
    return (codes.length === 0 ? [''] : codes).map((code) => ({ name, code, severity, shapes, isPartlyRead }))
  })
