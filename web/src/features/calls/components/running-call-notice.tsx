import { IconPhoneCall } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { useRunningCallOf } from '../calls.queries.ts'
import { JoinButton } from './join-button.tsx'
import css from './call-history.module.css'

/** A call of a group chat that runs without the user, who may join. */
export function RunningCallNotice({ threadId }: { threadId: string }) {
  const text = useText()
  const call = useRunningCallOf(threadId)
  if (!call) return null
  return (
    <section className={css.running} aria-label={text('calls.groupCall')}>
      <IconPhoneCall size={22} stroke={2} aria-hidden="true" />
      <span>{text('calls.runningInGroup')}</span>
      <JoinButton call={call} />
    </section>
  )
}
