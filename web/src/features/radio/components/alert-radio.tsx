import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { radioHref } from '../../../platform/paths/paths.ts'
import { joinAlertRadio } from '../radio.changes.ts'
import { alertRadioQuery } from '../radio.queries.ts'
import css from './alert-radio.module.css'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

interface Props {
  alertId: string
  /** The user responds to the alert, so that the button is the next step. */
  isResponding: boolean
}

/** Joins the radio channel of an active alert. The microphone stays off until the user presses to talk. */
export function AlertRadio({ alertId, isResponding }: Props) {
  const text = useText()
  const cache = useQueryClient()
  const { history } = useRouter()
  const { data } = useQuery(alertRadioQuery(alertId))
  const { mutate, isPending } = useMutation({
    mutationFn: () => joinAlertRadio(cache, alertId),
    onSuccess: (threadId) => history.push(radioHref(threadId)),
  })
  return (
    <div className={css.radio}>
      <Button
        variant={isResponding ? 'filled' : 'default'}
        leftSection={<WalkieTalkieIcon size={22} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {text('radio.alert.join')}
      </Button>
      {data && (
        <p role="status">
          {data.isRunning && data.memberCount > 0 ? text('radio.onAir', { count: data.memberCount }) : text('radio.alert.empty')}
        </p>
      )}
    </div>
  )
}
