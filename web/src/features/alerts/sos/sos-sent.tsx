import { IconCircleCheck, IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { closeSuccessToast } from '../../../ui/states/toast.tsx'
import { TopDialog } from '../../../ui/dialogs/top-dialog.tsx'
import { reachText } from '../alert-texts.ts'
import type { Raised } from '../sos-raiser.ts'
import { closeRaisedNotice, keepRaisedNotice } from './raised-notice.ts'
import css from './sos-dialog.module.css'

const sentKeys = {
  known: 'alerts.sos.sentWithLast',
  found: 'alerts.sos.sentWithLocation',
  none: 'alerts.withoutLocation',
} as const

/** Confirms the user's own SOS while alarms of others wait. They open when the user closes it. */
export function SosSent({ raised: { reply, locationState, isForOther }, footer }: { raised: Raised; footer: ReactNode }) {
  const text = useText()
  useEffect(() => {
    keepRaisedNotice()
    closeSuccessToast() // it has the same text as this dialog
  }, [])
  return (
    <TopDialog
      role="alertdialog"
      labelledBy="sos-title"
      describedBy="sos-reach"
      onEscape={() => undefined}
      isAutoOpened
      className={css.dialog}
    >
      <div className={css.scroll}>
        <div className={css.content}>
          <IconCircleCheck size={56} stroke={1.75} aria-hidden="true" />
          <h1 id="sos-title" tabIndex={-1} data-first-focus>
            {text(reply.isExisting ? 'alerts.joined' : 'alerts.raised')}
          </h1>
          <p className={css.why} id="sos-reach">
            {reachText(reply.recipientCount, text)}
          </p>
          {locationState !== 'seeking' && !isForOther && (
            <p className={css.location}>
              {locationState === 'none' ? (
                <IconMapPinOff size={20} stroke={2} aria-hidden="true" />
              ) : (
                <IconMapPin size={20} stroke={2} aria-hidden="true" />
              )}
              {text(sentKeys[locationState])}
            </p>
          )}
        </div>
      </div>
      <div className={css.buttons}>
        <button type="button" className={css.primary} onClick={closeRaisedNotice}>
          {text('alerts.sos.showOthers')}
        </button>
      </div>
      {footer}
    </TopDialog>
  )
}
