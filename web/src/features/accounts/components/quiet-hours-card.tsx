import { Switch, TextInput } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { useState } from 'react'
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
    (quietHours: QuietHours | null) => call(accountRoutes.setQuietHours, { body: { quietHours } }),
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
      {known && <Hours key={`${known.from} ${known.to}`} known={known} onChange={save} />}
    </Card>
  )
}

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface HoursProps {
  known: QuietHours
  onChange: (hours: Pick<QuietHours, 'from' | 'to'>) => void
}

/** The two times. They are saved when the focus leaves them, because a time that is being typed is valid in between. */
function Hours({ known, onChange }: HoursProps) {
  const text = useText()
  const [hours, setHours] = useState({ from: known.from, to: known.to })
  const isEmpty = hours.from === hours.to
  const save = () => {
    const isChanged = hours.from !== known.from || hours.to !== known.to
    if (isChanged && !isEmpty && hours.from !== '' && hours.to !== '') onChange(hours)
  }
  return (
    <>
      <div className={css.hours}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            label={text(end === 'from' ? 'accounts.quietFrom' : 'accounts.quietTo')}
            value={hours[end]}
            error={end === 'to' && isEmpty && text('accounts.quietEmpty')}
            onChange={({ currentTarget: { value } }) => setHours({ ...hours, [end]: value })}
            onBlur={save}
          />
        ))}
      </div>
      <small className={css.zone}>{text('accounts.quietZone', { zone: known.timeZone })}</small>
    </>
  )
}
