import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { stageOf } from '@noroshi/contract/alerts/handling'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { assigneeName } from './assignee-name.ts'

/** The decisions about an alert in a list: its kind, severity, state, assignment and mark. */
export function HandlingTags({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const { handling } = alert
  const stage = stageOf(alert)
  const assignee = handling?.assignee
  return (
    <>
      {alert.isDrill && <Tag tone="warn">{text('alerts.drill')}</Tag>}
      {handling?.kind && <Tag>{text(`alerts.kind.${handling.kind}`)}</Tag>}
      {handling?.severity && (
        <Tag tone={handling.severity === 'extreme' ? 'sos' : 'plain'}>{text(`alerts.severity.${handling.severity}`)}</Tag>
      )}
      {alert.resolvedAt === null && stage !== 'unattended' && <Tag tone="accent">{text(`alerts.stage.${stage}`)}</Tag>}
      {assignee && alert.resolvedAt === null && <Tag>{text('alerts.assign.to', { name: assigneeName(assignee) })}</Tag>}
      {handling?.duplicateOf && <Tag>{text('alerts.duplicate.is')}</Tag>}
      {handling?.closeReason && <Tag>{text(`alerts.close.${handling.closeReason}`)}</Tag>}
    </>
  )
}
