import { Button } from '@mantine/core'
import { IconCopy, IconUserCheck, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { ReportedStage, stageOf } from '@noroshi/contract/alerts/handling'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { canOnAlert } from '../ability-facts.ts'
import { useAlert } from '../alerts.queries.ts'
import { namedInNeed } from '../alert-texts.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { assigneeName } from './assignee-name.ts'
import { Classification } from './classification.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { useHandle } from './handling.changes.ts'
import css from './handling.module.css'
import { PrivateNotes } from './private-notes.tsx'

/** The decisions about an alert: what happened, how far the help is, who is assigned, and marks. */
export function HandlingCard({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const reader = useCurrentUser()
  const isActive = alert.resolvedAt === null
  const mayHandle = canOnAlert(reader, 'alert:handle', alert)
  if (!reader || !canOnAlert(reader, 'alert:readHandling', alert)) return null
  return (
    <Card className={css.card}>
      <h2>{text('alerts.handling')}</h2>
      <Stage alert={alert} mayReport={isActive && mayHandle} />
      {isActive && <Assignment alert={alert} mayAssign={mayHandle} myId={reader.id} />}
      {!alert.viewer.isRaiser && <Classification alert={alert} />}
      <Mark alert={alert} mayMark={isActive && mayHandle} mayUndo={mayHandle} />
      <PrivateNotes alert={alert} reader={reader} />
    </Card>
  )
}

const STAGES = ReportedStage.options

function Stage({ alert, mayReport }: { alert: AlertForViewer; mayReport: boolean }) {
  const text = useText()
  const { mutate, isPending } = useHandle(alert.id)
  const reason = alert.handling?.closeReason
  return (
    <div className={css.line}>
      <p>
        {text('alerts.stage')}: <b>{text(`alerts.stage.${stageOf(alert)}`)}</b>
        {reason && <> · {text('alerts.close.reason', { reason: text(`alerts.close.${reason}`) })}</>}
        {alert.handling?.closeNote && <span className={css.note}>{alert.handling.closeNote}</span>}
      </p>
      {mayReport && (
        <ChoiceField
          aria-label={text('alerts.stage.report')}
          value={alert.handling?.reportedStage ?? ''}
          disabled={isPending}
          onChange={({ currentTarget: { value } }) => mutate({ reportedStage: STAGES.find((each) => each === value) ?? null })}
          data={[
            { value: '', label: text('alerts.stage.report') },
            ...STAGES.map((value) => ({ value, label: text(`alerts.stage.${value}`) })),
          ]}
        />
      )}
    </div>
  )
}

interface AssignmentProps {
  alert: AlertForViewer
  mayAssign: boolean
  myId: string
}

function Assignment({ alert, mayAssign, myId }: AssignmentProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useHandle(alert.id)
  const assignee = alert.handling?.assignee ?? null
  const isMine = assignee?.user?.id === myId
  return (
    <div className={css.line}>
      <p translate={assignee ? 'no' : undefined}>
        {assignee ? text('alerts.assign.to', { name: assigneeName(assignee) }) : text('alerts.assign.none')}
      </p>
      {mayAssign && (
        <span className={css.buttons}>
          {!isMine && (
            <Button
              variant="default"
              leftSection={<IconUserCheck size={20} stroke={1.75} aria-hidden="true" />}
              loading={isPending}
              onClick={() => mutate({ assignee: { userId: myId } })}
            >
              {text('alerts.assign.toMe')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {text(assignee ? 'alerts.assign.change' : 'alerts.assign')}
          </Button>
        </span>
      )}
      {isOpen && <AssignDialog alert={alert} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface MarkProps {
  alert: AlertForViewer
  mayMark: boolean
  /** A mark is undone on a resolved alert too. */
  mayUndo: boolean
}

function Mark({ alert, mayMark, mayUndo }: MarkProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useHandle(alert.id)
  const duplicateOf = alert.handling?.duplicateOf ?? null
  if (duplicateOf === null && !mayMark) return null
  return (
    <div className={css.line}>
      {duplicateOf !== null && <Original id={duplicateOf} />}
      {(duplicateOf === null ? mayMark : mayUndo) && (
        <Button
          variant="default"
          leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
          loading={isPending}
          onClick={() => (duplicateOf === null ? setOpen(true) : mutate({ duplicateOf: null }))}
        >
          {text(duplicateOf === null ? 'alerts.duplicate.mark' : 'alerts.duplicate.undo')}
        </Button>
      )}
      {isOpen && <DuplicateDialog alert={alert} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Names the alert that another one is a duplicate of, if the reader may open it. */
function Original({ id }: { id: string }) {
  const text = useText()
  const { alert, error } = useAlert(id)
  if (!alert && !error) return null
  return <p>{alert ? text('alerts.duplicate.of', { name: namedInNeed(alert, text) }) : text('alerts.duplicate.ofOther')}</p>
}
