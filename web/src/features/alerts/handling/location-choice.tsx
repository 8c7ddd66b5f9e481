import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { isLocatable } from '../../../platform/device/geolocation.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import css from './location-choice.module.css'
import { locationChoicesQuery, useChooseLocation } from './responder-locations.queries.ts'

/**
 * Asks a user who responds once whether the own location is shared for this alert, until its end. After the answer it is a switch.
 * The general choice about the location plays no part. A device without a location ends what another device shares.
 */
export function LocationChoice({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const isResponding = alert.viewer.answer === 'responding'
  const { data, error, refetch } = useQuery({ ...locationChoicesQuery, enabled: isResponding })
  const { mutate, isPending, isError } = useChooseLocation()
  if (!isResponding) return null
  if (!data) {
    if (!error) return null
    return (
      <div className={css.choice}>
        <FieldError>{text('alerts.location.loadFailed')}</FieldError>
        <div className={css.answers}>
          <Button variant="default" onClick={() => void refetch()}>
            {text('chrome.tryAgain')}
          </Button>
        </div>
      </div>
    )
  }
  const choice = data.items.find(({ alertId }) => alertId === alert.id)
  const choose = (isShared: boolean) => mutate({ alertId: alert.id, isShared })
  const problem = isError && <FieldError>{text('alerts.location.failed')}</FieldError>
  if (choice) {
    const isElsewhere = choice.isShared && !choice.isThisDevice
    return (
      <div className={css.choice}>
        <Switch
          label={text('alerts.location.switch')}
          {...(isElsewhere && { description: text('alerts.location.otherDevice') })}
          checked={choice.isShared}
          disabled={isPending || !(choice.isShared || isLocatable())}
          onChange={({ currentTarget: { checked } }) => choose(checked)}
        />
        {problem}
      </div>
    )
  }
  if (!isLocatable()) return null
  return (
    <section className={css.choice} aria-label={text('alerts.location.question')}>
      <b>{text('alerts.location.question')}</b>
      <p>{text('alerts.location.note')}</p>
      {problem}
      <div className={css.answers}>
        <Button loading={isPending} onClick={() => choose(true)}>
          {text('alerts.location.yes')}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => choose(false)}>
          {text('alerts.location.no')}
        </Button>
      </div>
    </section>
  )
}
