import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { IdlePanel } from '../../../ui/layout/idle-panel.tsx'
import type { SirenView } from '../siren-link.ts'
import css from './siren.module.css'

/**
 * The siren screen without an alarm: the clock, the unit's name and the connection.
 * @param props.children warnings of the device
 */
export function SirenIdle({ view, children }: { view: SirenView; children: ReactNode }) {
  const text = useText()
  const { state } = view
  return (
    <IdlePanel>
      {state && <p className={css.unit}>{state.unitName}</p>}
      {state?.rollCalls.map(({ id, title, text: body, isDrill }) => (
        <SirenWarning key={id} title={isDrill ? text('rollCalls.drillTitle', { title }) : title}>
          {body !== '' && <p>{body}</p>}
          <p>{text('rollCalls.onScreen')}</p>
        </SirenWarning>
      ))}
      <SirenConnection view={view} />
      {state && state.groups.length > 0 && view.connection === 'connected' && (
        <p className={css.quiet}>{text('siren.groups', { groups: groupNames(state.groups, text('alertGroups.everyone')) })}</p>
      )}
      {state && <p className={css.quiet}>{state.name}</p>}
      {children}
    </IdlePanel>
  )
}

const groupNames = (groups: readonly { name: string; isBuiltIn: boolean }[], everyone: string): string =>
  groups.map(({ name, isBuiltIn }) => (isBuiltIn && name === 'Everyone' ? everyone : name)).join(', ')

function SirenConnection({ view }: { view: SirenView }) {
  const text = useText()
  const { connection, state } = view
  if (connection === 'lost') return <LostConnection view={view} />
  if (connection !== 'connected' || !state) return <p role="status">{text('siren.loading')}</p>
  if (state.groups.length === 0)
    return (
      <SirenWarning title={text('siren.noGroups')}>
        <p>{text('siren.noGroupsNote')}</p>
      </SirenWarning>
    )
  return (
    <p className={css.calm} role="status">
      <IconCircleCheck size={28} stroke={1.75} aria-hidden="true" />
      <span>{text('siren.noActive')}</span>
      <span className={css.quiet}>{text('siren.connected')}</span>
    </p>
  )
}

/**
 * The warning that the screen receives no alarms now.
 * @param showsAlerts whether the alerts of the last contact are still shown
 */
export function LostConnection({ view: { contactAt }, showsAlerts = false }: { view: SirenView; showsAlerts?: boolean }) {
  const text = useText()
  const language = useLanguage()
  const time = contactAt === null ? '–' : dateTime(new Date(contactAt), language)
  return (
    <SirenWarning
      title={text('siren.lostSince', { time })}
      icon={<IconPlugConnectedX size={28} stroke={1.75} aria-hidden="true" />}
    >
      {showsAlerts && <p>{text('siren.shownBefore', { time })}</p>}
      <p>{text('siren.lostWarning')}</p>
    </SirenWarning>
  )
}

/** A warning that is readable from a distance. */
export function SirenWarning({ title, icon, children }: { title: string; icon?: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.warning} role="status">
      {icon ?? <IconAlertTriangle size={28} stroke={1.75} aria-hidden="true" />}
      <div>
        <b>{title}</b>
        {children}
      </div>
    </div>
  )
}
