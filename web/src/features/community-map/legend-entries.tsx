import { IconPhotoScan } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FIELD_REPORT_SUBJECTS, type FieldReport } from '@noroshi/contract/community-map/field-report'
import type { MapOverlay } from '@noroshi/contract/community-map/map-overlays.http'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import { type Place, placeKindRank } from '@noroshi/contract/places/places.http'
import type { Text } from '../../platform/language/i18n.ts'
import { placeIconOf } from '../../shared/places/place-icons.ts'
import { placeKindName } from '../../shared/places/place-texts.ts'
import { ShapeSample } from './components/shape-sample.tsx'
import { fieldReportIconOf } from './field-report-markers.tsx'
import { overlayLayerOf } from './overlays/overlay-views.ts'

/** A kind of places or reports, or one line, area or picture, that the legend explains and switches. */
export interface LegendEntry {
  readonly key: string
  readonly name: string
  readonly icon: ReactNode
  /** null: the entry is one line, area or picture. */
  readonly count: number | null
  /** The id of a line or area. */
  readonly shapeId?: string
}

/** Returns the key of the kind of a place: places of one own kind have the same. */
export const placeLayerOf = ({ kind, ownKind }: Pick<Place, 'kind' | 'ownKind'>): string =>
  ownKind ? `own ${ownKind.icon} ${ownKind.name}` : kind

/** Returns the key of the subject of a report. */
export const reportLayerOf = ({ subject }: Pick<FieldReport, 'subject'>): string => `report ${subject}`

/** Returns the items by their keys, in the order of their first ones. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups]
}

/** Returns the kinds of the places that exist, in the order of the form. */
export function placeEntries(places: readonly Place[], text: Text): LegendEntry[] {
  const ordered = places.toSorted((a, b) => placeKindRank(a) - placeKindRank(b))
  return grouped(ordered, placeLayerOf).flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return []
    const Icon = placeIconOf(first)
    const icon = <Icon size={22} stroke={1.75} aria-hidden="true" />
    return [{ key, name: placeKindName(first, text), icon, count: others.length + 1 }]
  })
}

/** Returns the subjects of the reports that exist. */
export function reportEntries(reports: readonly FieldReport[], text: Text): LegendEntry[] {
  return FIELD_REPORT_SUBJECTS.flatMap((subject) => {
    const count = reports.filter((report) => report.subject === subject).length
    if (count === 0) return []
    const Icon = fieldReportIconOf({ subject, state: 'works' })
    const icon = <Icon size={22} stroke={1.75} aria-hidden="true" />
    return [{ key: reportLayerOf({ subject }), name: text(`fieldReports.subject.${subject}`), icon, count }]
  })
}

/** Returns the key of a line or an area. */
export const shapeLayerOf = ({ id }: Pick<MapShape, 'id'>): string => `shape ${id}`

/** Returns the lines and areas. */
export const shapeEntries = (shapes: readonly MapShape[]): LegendEntry[] =>
  shapes.map(({ id, name, color, geometry }) => ({
    key: shapeLayerOf({ id }),
    name,
    icon: <ShapeSample color={color} isLine={geometry === 'line'} />,
    count: null,
    shapeId: id,
  }))

/** Returns the pictures. */
export const overlayEntries = (overlays: readonly MapOverlay[]): LegendEntry[] =>
  overlays.map(({ id, name }) => ({
    key: overlayLayerOf({ id }),
    name,
    icon: <IconPhotoScan size={22} stroke={1.75} aria-hidden="true" />,
    count: null,
  }))
