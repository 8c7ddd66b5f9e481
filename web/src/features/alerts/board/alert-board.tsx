import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { alertHref, paths } from '../../../platform/paths/paths.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import type { MapMarker, MapShapeView } from '../../../ui/map/map-types.ts'
import { useUncovered } from '../../../ui/layout/use-uncovered.ts'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { useActiveAlerts } from '../alert-lists.ts'
import { alertMarker, locationOf } from '../alert-texts.ts'
import { AlertList } from '../components/alert-list.tsx'
import { AlertsMap } from '../components/alerts-map.tsx'
import { locationsQuery } from '../user-locations.ts'
import css from './board.module.css'
import { BOARD_ORDERS, type BoardOrder, orderAlerts } from './board-order.ts'
import { BoardRow } from './board-row.tsx'
import { useBoardKeys } from './use-board-keys.ts'

const VIEWS = ['list', 'map'] as const
type View = (typeof VIEWS)[number]

interface Props {
  unit: Unit | undefined
  /** The areas of the official notices in effect. */
  noticeShapes: readonly MapShapeView[]
  /** Says that areas of them are missing on the map; null: none is. */
  noticeNote: string | null
}

/** All alerts beside a map of the active ones; a phone shows one of both. */
export function AlertBoard({ unit, noticeShapes, noticeNote }: Props) {
  const text = useText()
  const isWide = useWide()
  const [view, setView] = useState<View>('list')
  const [pointedId, setPointedId] = useState<string | null>(null)
  if (isWide) {
    return (
      <div className={css.board}>
        <BoardList onPoint={setPointedId} />
        <div className={css.map}>
          <BoardMap unit={unit} noticeShapes={noticeShapes} noticeNote={noticeNote} pointedId={pointedId} isCompact={false} />
        </div>
      </div>
    )
  }
  const switcher = (
    <SegmentedControl
      fullWidth
      aria-label={text('alerts.board.view')}
      value={view}
      onChange={(next) => setView(VIEWS.find((each) => each === next) ?? 'list')}
      data={VIEWS.map((value) => ({ value, label: text(`alerts.board.${value}`) }))}
    />
  )
  if (view === 'list') return <BoardList tools={switcher} />
  return (
    <>
      <div className={css.tools}>{switcher}</div>
      <div className={css.map}>
        <BoardMap unit={unit} noticeShapes={noticeShapes} noticeNote={noticeNote} pointedId={null} isCompact />
      </div>
    </>
  )
}

interface ListProps {
  onPoint?: (alertId: string) => void
  /** Beside the order. */
  tools?: ReactNode
}

function BoardList({ onPoint, tools }: ListProps) {
  const text = useText()
  const noteId = useId()
  const me = useOwnLocation()
  const [order, setOrder] = useState<BoardOrder>('stage')
  const arrange = useCallback((alerts: readonly AlertForViewer[]) => orderAlerts(alerts, order, me), [order, me])
  const keys = useBoardKeys()
  const isUnordered = order === 'distance' && !me
  return (
    <div ref={keys}>
      <div className={css.tools}>
        {tools}
        <ChoiceField
          aria-label={text('alerts.board.sort')}
          aria-describedby={isUnordered ? noteId : undefined}
          value={order}
          onChange={({ currentTarget: { value } }) => setOrder(BOARD_ORDERS.find((each) => each === value) ?? 'stage')}
          data={BOARD_ORDERS.map((value) => ({ value, label: text(`alerts.board.sort.${value}`) }))}
        />
        {isUnordered && <p id={noteId}>{text('alerts.board.noOwnLocation')}</p>}
      </div>
      <AlertList Row={BoardRow} arrange={arrange} {...(onPoint && { onPoint })} />
    </div>
  )
}

const hrefOf = ({ id, alertMessageThread }: AlertForViewer) => alertHref(id, alertMessageThread.MessageThreadId)
const none: readonly AlertForViewer[] = []

interface MapProps extends Props {
  pointedId: string | null
  isCompact: boolean
}

/** All active alerts with a location. The alert that the user points at in the list is never part of a cluster. */
function BoardMap({ unit, noticeShapes, noticeNote, pointedId, isCompact }: MapProps) {
  const text = useText()
  const { history } = useRouter()
  const { data: people } = useQuery(locationsQuery)
  const active = useUncovered(useActiveAlerts()) ?? none
  const me = useOwnLocation()
  const markers = useMemo(
    () =>
      active
        .map((alert) => alertMarker(alert, text, { href: hrefOf(alert), isSubject: alert.id === pointedId }))
        .filter((marker) => marker !== null),
    [active, text, pointedId],
  )
  const located = useMemo(() => active.map(locationOf).filter((location) => location !== null), [active])
  const unmapped = active.length - located.length
  const select = ({ href }: MapMarker) => {
    if (href !== undefined) history.push(href)
  }
  return (
    <AlertsMap
      name={text('alerts.board.mapName')}
      unit={unit}
      alerts={markers}
      people={people?.items}
      {...(located.length > 1 && { fitTo: located })}
      center={located[0] ?? me ?? unit?.location}
      compact={isCompact}
      hidesHint
      shapes={noticeShapes}
      onShape={() => history.push(paths.notices)}
      onSelect={select}
    >
      {noticeNote !== null && <p className={css.note}>{noticeNote}</p>}
      {unmapped > 0 && <p className={css.note}>{text('alerts.board.unmapped', { count: unmapped })}</p>}
    </AlertsMap>
  )
}
