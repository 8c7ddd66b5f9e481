import { isInEffect, type OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { useText } from '../../../platform/language/i18n.ts'
import entries from '../../../ui/layout/entries.module.css'
import { Tag } from '../../../ui/layout/tag.tsx'
import css from './notices.module.css'

/** Status, kind and severity of a notice. An exercise or a test says so first. */
export function NoticeTags({ notice, now }: { notice: OfficialNotice; now: Date }) {
  const text = useText()
  const { status, kind, severity, isCancelled } = notice
  const isGrave = severity === 'extreme' || severity === 'severe'
  return (
    <div className={entries.tags}>
      {status !== 'actual' && <strong className={css.unreal}>{text(`notices.${status}`)}</strong>}
      <Tag>{text(`notices.kind.${kind}`)}</Tag>
      {severity !== null && (
        <Tag tone={status === 'actual' && isGrave ? 'warn' : 'plain'}>{text(`notices.severity.${severity}`)}</Tag>
      )}
      {isCancelled ? (
        <Tag tone="ok">{text('notices.cancelled')}</Tag>
      ) : (
        !isInEffect(notice, now) && <Tag>{text('notices.expired')}</Tag>
      )}
    </div>
  )
}
