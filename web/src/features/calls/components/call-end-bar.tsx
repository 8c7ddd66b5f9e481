import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type MessageKey, useText } from '../../../platform/language/i18n.ts'
import { TOAST_MS } from '../../../platform/tuning.ts'
import { RunningBar, RunningBarNotice } from '../../../shared/devices/running-bar.tsx'
import { TopBars } from '../../../ui/dialogs/top-slot.tsx'
import { callEnd } from '../running-call.ts'

const close = () => callEnd.set(null)

/** Says above an alarm why the call has ended, in place of the bar of the call. */
export function CallEndBar({ reason }: { reason: MessageKey }) {
  const text = useText()
  useEffect(() => {
    const timer = setTimeout(close, TOAST_MS)
    return () => clearTimeout(timer)
  }, [reason])
  return (
    <TopBars order={2}>
      <RunningBar
        label={text('calls.running')}
        notice={
          <RunningBarNotice>
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            <span role="alert">{text(reason)}</span>
            <button type="button" aria-label={text('chrome.close')} onClick={close}>
              <IconX size={22} stroke={2} aria-hidden="true" />
            </button>
          </RunningBarNotice>
        }
      />
    </TopBars>
  )
}
