import { useText } from '../../../platform/language/i18n.ts'
import { isSilent, usePushState } from '../../../platform/push/push.ts'
import { ReadyLink } from '../../../shared/devices/ready-link.tsx'
import css from './push-hint.module.css'

/** A hint that no SOS reaches this device while it is locked. It links to the device check, which shows the reason. */
export function PushHint() {
  const text = useText()
  if (!isSilent(usePushState())) return null
  return (
    <p className={css.hint}>
      {text('push.silent')} <ReadyLink />
    </p>
  )
}
