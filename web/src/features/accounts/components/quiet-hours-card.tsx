import { Switch, TextInput } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useChange } from '../../../ui/states/use-change.ts'
import { meQuery, useMe } from '../accounts.queries.ts'
import form from '../../../ui/forms/form.module.css'
import css from './quiet-hours-card.module.css'

/** The hours that are offered first. */
const NIGHT = { from: '22:00', to: '07:00' }

/** The quiet hours of the user, in the time zone of the device that sets them. Signed-in users have them. */
export function QuietHoursCard() {
  const text = useText()
  const me = useMe()
  const { mutate, isPending } = useChange(
    // The request continues when the page is closed.
    (quietHours: QuietHours | null) => call(accountRoutes.setQuietHours, { body: { quietHours }, keepalive: true }),
    (cache, user) => cache.setQueryData(meQuery.queryKey, user),
    'accounts.quietSaved',
  )
  if (!me) return null
  const known = me.quietHours ?? null
  const save = (hours: Pick<QuietHours, 'from' | 'to'>) => mutate({ ...hours, timeZone: ownTimeZone() })
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <IconMoon size={24} stroke={1.75} aria-hidden="true" />
        <h2>{text('accounts.quiet')}</h2>
      </div>
      <p>{text('accounts.quietNote')}</p>
      <div className={form.choices}>
        <Switch
          size="md"
          label={text('accounts.quietOn')}
          checked={known !== null}
          disabled={isPending}
          onChange={({ currentTarget }) => (currentTarget.checked ? save(NIGHT) : mutate(null))}
        />
      </div>
      {known && <Hours known={known} onChange={save} />}
    </Card>
  )
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface HoursProps {
  known: QuietHours
  onChange: (hours: Pick<QuietHours, 'from' | 'to'>) => void
}

/**
 * The two times. They are saved when the focus leaves both or the page is closed, because a time that is being typed is
 * valid in between.
 */
function Hours({ known, onChange }: HoursProps) {
  const text = useText()
  const group = useRef<HTMLDivElement>(null)
  /** The times that the user has changed. */
  const [typed, setTyped] = useState<Partial<Pick<QuietHours, 'from' | 'to'>>>({})
  const hours = { from: known.from, to: known.to, ...typed }
  const isEmpty = hours.from === hours.to
  const save = () => {
    const isChanged = hours.from !== known.from || hours.to !== known.to
    if (isChanged && !isEmpty && hours.from !== '' && hours.to !== '') onChange(hours)
  }
  const onLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) save()
  }
  const onClose = useEffectEvent(save)
  useEffect(() => {
    window.addEventListener('pagehide', onClose)
    return () => window.removeEventListener('pagehide', onClose)
  }, [])
  // The server's times do not replace one that is being typed.
  useEffect(() => {
    if (!group.current?.contains(document.activeElement)) setTyped({})
  }, [known])
  return (
    <>
      <div ref={group} className={css.hours} onBlur={onLeave}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            label={text(end === 'from' ? 'accounts.quietFrom' : 'accounts.quietTo')}
            value={hours[end]}
            error={end === 'to' && isEmpty && text('accounts.quietEmpty')}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [end]: value })}
          />
        ))}
      </div>
      <small className={css.zone}>{text('accounts.quietZone', { zone: known.timeZone })}</small>
    </>
  )
}
