import type { AlertSeverity } from '@noroshi/contract/alerts/handling'
import type { NoticeKind, NoticeStatus } from '@noroshi/contract/notices/notices.http'
import type { XmlElement } from '#/ports/xml/read-xml.ts'
import { severityOfIntensity, severityOfTsunami, severityOfWarning } from './jma-severities.ts'
import { cut, expiryOf, type NoticeArea, NoticeRefused, PARSED_AREAS_MAX, type ParsedNotice, timeOf } from './parsed-notice.ts'

// Disaster information XML of the Japan Meteorological Agency (気象庁防災情報XML): Control, Head and Body.

const NAMESPACE = 'http://xml.kishou.go.jp/jmaxml1/'
const HEADLINE_MAX = 300
const DESCRIPTION_MAX = 6000
const NAME_MAX = 200

const STATUS: Readonly<Record<string, NoticeStatus>> = { 通常: 'actual', 訓練: 'exercise', 試験: 'test' }

/**
 * Returns the kind of a document by its title; null for one that is not shown: an earthquake early warning (緊急地震速報), which a
 * notice would show too late, and forecasts and other reports.
 */
export function kindOfTitle(title: string): NoticeKind | null {
  if (/緊急地震速報|噴火|長周期/.test(title)) return null
  if (title.includes('津波')) return 'tsunami'
  if (/震度|震源|地震の活動/.test(title)) return 'earthquake'
  return /警報|注意報|土砂災害警戒情報|洪水予報|竜巻注意情報|記録的短時間大雨情報/.test(title) ? 'weather' : null
}

/**
 * Returns the notice of a document of JMA XML.
 * @throws NoticeRefused
 */
export function readJma(report: XmlElement): ParsedNotice {
  if (![...report.attributes.values()].includes(NAMESPACE)) throw new NoticeRefused('unsupported')
  const [control, head, body] = ['Control', 'Head', 'Body'].map((name) => report.find(name))
  if (control === undefined || head === undefined || body === undefined) throw new NoticeRefused('broken')
  const title = control.textOf('Title')
  const kind = kindOfTitle(title)
  const status = STATUS[control.textOf('Status')]
  if (kind === null || status === undefined) throw new NoticeRefused('unsupported')
  const sentAt = timeOf(head.textOf('ReportDateTime'))
  const office = control.textOf('EditorialOffice')
  const eventId = head.textOf('EventID')
  const areas = areasOf(kind, body, head).slice(0, PARSED_AREAS_MAX)
  const isWithdrawn = head.textOf('InfoType') === '取消'
  // Without any warning left, such as 解除, what an earlier notice warned of is over.
  const isOver = kind !== 'earthquake' && areas.length > 0 && areas.every(({ severity }) => severity === null)
  const facts = kind === 'earthquake' ? earthquakeFacts(body) : []
  return {
    identifier: identifierOf(control, head),
    references: [],
    stream: cut([kind, status, eventId === '' ? `${office}|${head.textOf('InfoKind')}` : eventId].join('|'), NAME_MAX),
    kind,
    status,
    headline: cut(head.textOf('Title') || title, HEADLINE_MAX),
    description: cut(
      [head.textOf('Headline', 'Text'), ...facts, body.textOf('Comments', 'ForecastComment', 'Text')].filter(Boolean).join('\n'),
      DESCRIPTION_MAX,
    ),
    language: 'ja',
    areas,
    severity: kind === 'earthquake' ? severityOfIntensity(body.textOf('Intensity', 'Observation', 'MaxInt')) : null,
    publisher: cut(control.textOf('PublishingOffice') || office, NAME_MAX),
    sentAt,
    expiresAt: expiryOf(sentAt, head.textOf('ValidDateTime')),
    isCancelled: isWithdrawn || isOver,
  }
}

/** The agency gives a document no id: its title, office, event, serial and times are one. */
const identifierOf = (control: XmlElement, head: XmlElement): string =>
  [
    ...['Title', 'DateTime', 'Status', 'EditorialOffice'].map((name) => control.textOf(name)),
    ...['Title', 'ReportDateTime', 'EventID', 'InfoType', 'Serial'].map((name) => head.textOf(name)),
  ]
    .map((part) => cut(part, NAME_MAX))
    .join('|')

/** Returns the lines about hypocentre, magnitude and intensity. */
function earthquakeFacts(body: XmlElement): string[] {
  const earthquake = body.find('Earthquake')
  const place = earthquake?.textOf('Hypocenter', 'Area', 'Name') ?? ''
  const magnitude = earthquake?.find('Magnitude')
  const size = magnitude?.attributes.get('description') ?? magnitude?.text ?? ''
  const intensity = body.textOf('Intensity', 'Observation', 'MaxInt')
  return [
    place && `震源地：${place}`,
    size && `マグニチュード：${size.replace(/^Ｍ/, '')}`,
    intensity && `最大震度：${intensity.replace('-', '弱').replace('+', '強')}`,
  ].filter(Boolean)
}

const areaOf = (element: XmlElement, severity: AlertSeverity | null): NoticeArea => ({
  name: cut(element.textOf('Name'), NAME_MAX),
  code: cut(element.textOf('Code'), NAME_MAX),
  severity,
})

function areasOf(kind: NoticeKind, body: XmlElement, head: XmlElement): NoticeArea[] {
  const ofBody = kind === 'earthquake' ? intensityAreas(body) : kind === 'tsunami' ? tsunamiAreas(body) : warningAreas(body)
  return ofBody.length > 0 ? ofBody : headAreas(kind, head)
}

/** The prefectures, areas and municipalities with their intensity. */
const intensityAreas = (body: XmlElement): NoticeArea[] =>
  (body.find('Intensity', 'Observation')?.all('Pref') ?? []).flatMap((pref) => {
    const areas = pref.all('Area')
    return [pref, ...areas, ...areas.flatMap((area) => area.all('City'))].map((element) =>
      areaOf(element, severityOfIntensity(element.textOf('MaxInt'))),
    )
  })

const tsunamiAreas = (body: XmlElement): NoticeArea[] =>
  (body.find('Tsunami', 'Forecast')?.all('Item') ?? []).flatMap((item) => {
    const area = item.find('Area')
    return area === undefined ? [] : [areaOf(area, severityOfTsunami(item.textOf('Category', 'Kind', 'Name')))]
  })

/** The areas of warnings by prefecture, region and municipality. An area has the highest of its warnings. */
const warningAreas = (body: XmlElement): NoticeArea[] =>
  body.all('Warning').flatMap((warning) =>
    warning.all('Item').flatMap((item) => {
      const severities = item
        .all('Kind')
        .map((kind) => severityOfWarning(kind.textOf('Name'), kind.textOf('Status'), kind.textOf('Condition')))
      const found = [item.find('Area'), ...(item.find('Areas')?.all('Area') ?? [])].filter((area) => area !== undefined)
      return found.map((area) => areaOf(area, severities.toSorted(compareSeverities)[0] ?? null))
    }),
  )

/** The areas of the headline, where the body has none: alerts for landslides, tornadoes and rivers, and early intensities. */
const headAreas = (kind: NoticeKind, head: XmlElement): NoticeArea[] =>
  (head.find('Headline')?.all('Information') ?? []).flatMap((information) =>
    information.all('Item').flatMap((item) => {
      const names = item.all('Kind').map((each) => each.textOf('Name'))
      const severities = names.map((name) =>
        kind === 'earthquake'
          ? severityOfIntensity(name.replace('震度', '').replace('弱', '-').replace('強', '+'))
          : kind === 'tsunami'
            ? severityOfTsunami(name)
            : severityOfWarning(name, '', ''),
      )
      const severity = severities.toSorted(compareSeverities)[0] ?? null
      return (item.find('Areas')?.all('Area') ?? []).map((area) => areaOf(area, severity))
    }),
  )

const ORDER: readonly (AlertSeverity | null)[] = ['extreme', 'severe', 'moderate', 'minor', null]
const compareSeverities = (a: AlertSeverity | null, b: AlertSeverity | null): number => ORDER.indexOf(a) - ORDER.indexOf(b)
