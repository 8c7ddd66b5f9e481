import { adviceText, checkText } from '../features/admin/health/health-texts.ts'
import { healthLive } from '../features/admin/health/health.live.ts'
import { addLive, useEvent } from '../platform/connection/live.ts'
import { type TextParams, useText } from '../platform/language/i18n.ts'
import { showPageNotification } from '../platform/push/page-notification.ts'
import { usePushState } from '../platform/push/push.ts'
import { toastSuccess, toastWarning } from '../ui/states/toast.tsx'

addLive(healthLive)

/** Milliseconds for which an administrator can read what is wrong. */
const SHOWN_MS = 15_000

/** Tells administrators on each page what is wrong with the server, and what is good again. It renders nothing. */
export function HealthNotices() {
  const text = useText()
  const push = usePushState()
  useEvent('health:changed', ({ id, level, advice, ...about }, { isCatchUp }) => {
    if (isCatchUp) return // it may have changed since; the list of the areas has what needs attention
    const check = checkText(about, text)
    const body = advice === null ? '' : adviceText(advice, text)
    const key = level === 'good' ? 'health.goodAgain' : 'health.changed'
    const shown: TextParams = level === 'good' ? { check } : { check, level: text(`health.level.${level}`) }
    if (document.visibilityState === 'hidden')
      void showPageNotification({ kind: 'health', id, tag: `health:${id}`, title: text(key, shown), body }, push)
    if (level === 'good') toastSuccess(key, shown)
    else toastWarning(key, shown, { description: body, durationMs: SHOWN_MS })
  })
  return null
}
