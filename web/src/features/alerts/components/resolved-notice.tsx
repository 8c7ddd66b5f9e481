import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../sos/information-dialog.module.css'

/** A notice in an open dialog that the alert was resolved meanwhile. */
export function ResolvedNotice({ isResolved }: { isResolved: boolean }) {
  const text = useText()
  if (!isResolved) return null
  return (
    <p className={css.reason} role="alert">
      <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
      {text('alerts.add.resolvedMeanwhile')}
    </p>
  )
}
