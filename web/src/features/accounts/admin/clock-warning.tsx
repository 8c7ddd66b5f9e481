import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { duration, fullDateTime } from '../../../platform/language/time.ts'
import { clockQuery, useConfirmClock } from './clock.queries.ts'
import { ServerWarning } from '../../../shared/admin/server-warning.tsx'

/**
 * Warns an administrator after a jump of the server's clock, until an administrator confirms that the clock is right.
 */
export function ClockWarning() {
  const text = useText()
  const language = useLanguage()
  const { data } = useQuery(clockQuery)
  const { mutate, isPending } = useConfirmClock()
  if (!data?.jump) return null
  const { seconds, isSinceStop } = data.jump
  const amount = duration(Math.abs(seconds), language)
  return (
    <ServerWarning
      icon={<IconClockExclamation size={22} stroke={1.75} aria-hidden="true" />}
      title={text(isSinceStop ? 'chrome.clock.away' : seconds < 0 ? 'chrome.clock.back' : 'chrome.clock.forward', { amount })}
      note={text('chrome.clock.note', { now: fullDateTime(data.now, language) })}
      action={
        <Button variant="default" mih={44} px="sm" loading={isPending} onClick={() => mutate()}>
          {text('chrome.clock.confirm')}
        </Button>
      }
    />
  )
}
