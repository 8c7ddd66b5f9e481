import {
  IconAntenna,
  IconAntennaOff,
  IconBolt,
  IconBoltOff,
  IconDroplet,
  IconDropletOff,
  IconRoad,
  IconRoadOff,
  IconShoppingCart,
  IconShoppingCartOff,
} from '@tabler/icons-react'
import type { FieldReport, FieldReportState } from '@noroshi/contract/community-map/field-report'
import type { Text } from '../../platform/language/i18n.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'
import { fieldReportName, isFaded } from './field-report-texts.ts'
import type { NewFieldReport } from './field-reports.payload.ts'

/** The icon of each subject: where it works or is unknown, and where it does not work. */
const ICONS = {
  water: [IconDroplet, IconDropletOff],
  power: [IconBolt, IconBoltOff],
  signal: [IconAntenna, IconAntennaOff],
  road: [IconRoad, IconRoadOff],
  shop: [IconShoppingCart, IconShoppingCartOff],
} as const

/** Returns the icon of a report. */
export const fieldReportIconOf = ({ subject, state }: Pick<FieldReport, 'subject' | 'state'>) =>
  ICONS[subject][state === 'broken' ? 1 : 0]

const TONES = { works: 'plain', broken: 'warn', unknown: 'muted' } as const satisfies Record<FieldReportState, unknown>

const markerOf = (report: Pick<FieldReport, 'id' | (keyof NewFieldReport & keyof FieldReport)>, text: Text) => {
  const Icon = fieldReportIconOf(report)
  const { id, state, latitude, longitude } = report
  const icon = <Icon size={20} stroke={1.75} />
  const label = fieldReportName(report, text)
  return { kind: 'place' as const, id, label, caption: label, icon, tone: TONES[state], latitude, longitude }
}

const labelWith = (label: string, more: string, text: Text) => [label, more].join(text('map.listSeparator'))

/** Returns the marker of a report. One that may no longer hold is faded, and its label says so. */
export function fieldReportMarker(report: FieldReport, now: Date, text: Text): MapMarker {
  const marker = { ...markerOf(report, text), seenAt: report.confirmedAt }
  if (!isFaded(report, now)) return marker
  return { ...marker, isFaded: true, label: labelWith(marker.label, text('fieldReports.faded'), text) }
}

/** Returns the marker of a report that is not sent yet. */
export const unsentReportMarker = (id: string, report: NewFieldReport, text: Text): MapMarker => {
  const marker = markerOf({ id, ...report }, text)
  return { ...marker, tone: 'muted', label: labelWith(marker.label, text('fieldReports.unsent'), text) }
}
