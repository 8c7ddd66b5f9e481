import type { z } from 'zod'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import type { alertHandlingRoutes, HandlingChange } from '@noroshi/contract/alerts/handling.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { Caller, SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { changeAlert, loadAlert, loadAlertWithin } from '../alerts.service.ts'
import type { AlertRow } from '../alerts.sql.ts'
import { assignableGroups, assignableUsers, isGroupAssignable, isUserAssignable } from './assignees.sql.ts'
import { decide, type Decided, type Decision } from './decisions.service.ts'
import { hasDuplicates, lockAlerts } from './handling.sql.ts'

/** Max users, and max groups, in a list to assign from. */
const ASSIGNEES_MAX = 50

type Classification = z.output<typeof alertHandlingRoutes.classify.body>

/** Sets the kind and the severity of an alert, also of a resolved one. */
export const classifyAlert = (
  deps: Deps,
  caller: Caller,
  id: string,
  { kind, severity }: Classification,
): Promise<AlertForViewer> =>
  changeAlert(deps, caller, id, 'alert:existing_alert', async (tx, row, facts) => {
    authorize(caller.viewer, 'alert:classify', facts)
    const before = row.handling
    await decide(deps, tx, id, caller.viewer?.id ?? null, {
      change: { ...(kind !== undefined && { kind }), ...(severity !== undefined && { severity }) },
      decisions: [...changed('kind', before?.kind ?? null, kind), ...changed('severity', before?.severity ?? null, severity)],
    })
  })

/** Returns the decision if a value was given that differs from the one before. */
const changed = (subject: Decision['subject'], before: string | null, value: string | null | undefined): readonly Decision[] =>
  value === undefined || value === before ? [] : [{ subject, value }]

/**
 * Reports the state of an active alert, assigns it or marks it as a duplicate. The last change of a field wins. A mark is undone
 * on a resolved alert too.
 * @throws alert.alreadyResolved, alert.ownDuplicate, alert.duplicateChain (409), alert.assigneeNotFound (404).
 */
export async function handleAlert(deps: Deps, viewer: SignedIn, id: string, change: HandlingChange): Promise<AlertForViewer> {
  const caller = { viewer, tokenAlertId: null }
  const locked = change.duplicateOf ? [id, change.duplicateOf] : [id]
  return changeAlert(
    deps,
    caller,
    id,
    'alert:existing_alert',
    async (tx, row, facts) => {
      authorize(viewer, 'alert:handle', facts)
      if (row.resolved_at !== null && !isUndo(change)) throw new AppError('alert.alreadyResolved')
      if (change.assignee) await assertAssignable(tx, id, change.assignee)
      if (change.duplicateOf) await assertMarkable(tx, viewer, row, change.duplicateOf)
      await decide(deps, tx, id, viewer.id, decidedBy(row, change))
    },
    (tx) => lockAlerts(tx, locked),
  )
}

/** Whether the change only undoes a mark as a duplicate. */
const isUndo = ({ duplicateOf, reportedStage, assignee }: HandlingChange): boolean =>
  duplicateOf === null && reportedStage === undefined && assignee === undefined

function decidedBy({ handling }: AlertRow, { reportedStage, assignee, duplicateOf }: HandlingChange): Decided {
  const assigned = assignee && {
    user: 'userId' in assignee ? assignee.userId : null,
    group: 'groupId' in assignee ? assignee.groupId : null,
  }
  return {
    change: {
      ...(reportedStage !== undefined && { reported_stage: reportedStage }),
      ...(assignee !== undefined && { assigned_user: assigned?.user ?? null, assigned_group: assigned?.group ?? null }),
      ...(duplicateOf !== undefined && { duplicate_of: duplicateOf }),
    },
    decisions: [
      ...changed('stage', handling?.reported_stage ?? null, reportedStage),
      ...(assignee === undefined
        ? []
        : [
            ...changed('user', handling?.user?.id ?? null, assigned?.user ?? null),
            ...changed('group', handling?.group?.id ?? null, assigned?.group ?? null),
          ]),
      ...changed('duplicate', handling?.duplicate_of ?? null, duplicateOf),
    ],
  }
}

async function assertAssignable(tx: Tx, id: string, assignee: NonNullable<HandlingChange['assignee']>): Promise<void> {
  const isAssignable =
    'userId' in assignee ? await isUserAssignable(tx, id, assignee.userId) : await isGroupAssignable(tx, id, assignee.groupId)
  if (!isAssignable) throw new AppError('alert.assigneeNotFound')
}

/**
 * Both alerts are locked. The viewer must be able to read the other one, which is active. Marks have one level: a chain would
 * hide which alert is worked on. An SOS is no duplicate of a drill.
 */
async function assertMarkable(tx: Tx, viewer: SignedIn, row: AlertRow, otherId: string): Promise<void> {
  if (otherId === row.id) throw new AppError('alert.ownDuplicate')
  const { row: other } = await loadAlertWithin(tx, { viewer, tokenAlertId: null }, otherId)
  if (other.resolved_at !== null) throw new AppError('alert.alreadyResolved')
  if (other.is_drill !== row.is_drill) throw new AppError('alert.notFound')
  if (other.handling?.duplicate_of || (await hasDuplicates(tx, row.id))) throw new AppError('alert.duplicateChain')
}

/** Returns the users and groups to whom an alert can be assigned. */
export async function listAssignees(deps: Deps, viewer: SignedIn, id: string, name: string) {
  const { facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:handle', facts)
  const people = await assignableUsers(deps.db, id, name.trim(), ASSIGNEES_MAX)
  return { people: people.map(presentPerson), groups: await assignableGroups(deps.db, id, ASSIGNEES_MAX) }
}
