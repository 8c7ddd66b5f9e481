import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { locationOf, raiserName, summaryOf, distanceOf } from '../../features/alerts/alert-texts.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { dateTime } from '../../platform/language/time.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import css from './alarm-others.module.css'

interface Props {
  alarms: readonly AlertForViewer[]
  shownId: string
  onChoose: (id: string) => void
}

const rankOf = ({ raisedBy, isDrill }: AlertForViewer) => (isDrill ? 2 : Number(raisedBy === null))

/** Rows that the list shows at first. Each scroll step adds as many. */
const PAGE_SIZE = 100

/**
 * A button 'n more alerts' that opens the list of the other alarms. Named alerts come first, so that anonymous ones do
 * not hide them. Drills come last.
 */
export function AlarmOthers({ alarms, shownId, onChoose }: Props) {
  const text = useText()
  const me = useOwnLocation()
  const [isOpen, setOpen] = useState(false)
  const others = alarms.filter(({ id }) => id !== shownId).toSorted((a, b) => rankOf(a) - rankOf(b))
  const [first] = others
  if (!first) return null

  const location = locationOf(first)
  const distance = me && location ? distanceOf(me, location, text) : null
  const anonymous = others.filter(({ raisedBy }) => raisedBy === null).length
  const count = anonymous > 1 && text('alerts.alarm.anonymousCount', { count: anonymous })
  // If all alerts are anonymous, their number is enough.
  const facts = first.raisedBy === null && count ? [count] : [raiserName(first, text), distance, count]
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <button type="button" className={css.others} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <b>{text('alerts.alarm.more', { count: others.length })}</b>
        <span className="one-line">{facts.filter(Boolean).join(' · ')}</span>
        <Icon size={22} stroke={2.25} aria-hidden="true" />
      </button>
      {isOpen && (
        <Rows
          others={others}
          onChoose={(id) => {
            setOpen(false)
            onChoose(id)
          }}
        />
      )}
    </>
  )
}

function Rows({ others, onChoose }: { others: readonly AlertForViewer[]; onChoose: (id: string) => void }) {
  const text = useText()
  const [count, setCount] = useState(PAGE_SIZE)
  return (
    <ul className={css.list} aria-label={text('alerts.alarm.others')}>
      {others.slice(0, count).map((alert) => (
        <li key={alert.id}>
          <Row alert={alert} onChoose={() => onChoose(alert.id)} />
        </li>
      ))}
      {count < others.length && (
        <li>
          <LoadMore label={text('alerts.loadMore')} isLoading={false} onMore={() => setCount(count + PAGE_SIZE)} />
        </li>
      )}
    </ul>
  )
}

function Row({ alert, onChoose }: { alert: AlertForViewer; onChoose: () => void }) {
  const text = useText()
  const language = useLanguage()
  return (
    <button type="button" onClick={onChoose}>
      <b className="one-line" translate={alert.raisedBy === null ? undefined : 'no'}>
        {raiserName(alert, text)}
      </b>
      <time dateTime={alert.createdAt}>{dateTime(alert.createdAt, language)}</time>
      <span className="one-line">{summaryOf(alert, text)}</span>
    </button>
  )
}
