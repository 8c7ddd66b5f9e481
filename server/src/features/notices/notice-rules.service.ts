import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AlertSeverity } from '@noroshi/contract/alerts/handling'
import {
  isAtLeast,
  NOTICE_RULE_MINUTES,
  NOTICE_RULES_MAX,
  NoticeKind,
  type NoticeRule,
  type NoticeRuleForm,
} from '@noroshi/contract/notices/notices.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { activeAdministrator } from '#/features/accounts/active-administrator.service.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { ask } from '#/features/roll-calls/ask.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { deleteRule, hasActed, insertAct, insertRule, lockAndCountRules, ruleRows, type RuleRow } from './notice-rules.sql.ts'
import { markChecked, type UncheckedNotice, uncheckedNotices } from './notices.sql.ts'
import { areasIn, highest } from './parsed-notice.ts'
import { StoredAreas } from './stored-areas.ts'

const MINUTE_MS = 60_000
/** Max milliseconds by which the clock of a publisher may be ahead of that of the server. */
const AHEAD_MS = 5 * MINUTE_MS
const CHECKED_AT_ONCE = 50
/** The address in audit entries of the server itself. */
const NO_ADDRESS = ''
const targetKind = 'noticeRule'

const TEMPLATES = { earthquake: 'earthquake', tsunami: 'tsunami', weather: 'flood', other: 'other' } as const

/** Returns all rules, the oldest first. */
export const listNoticeRules = async ({ db }: Pick<Deps, 'db'>): Promise<{ items: NoticeRule[]; nextCursor: null }> => ({
  items: (await ruleRows(db)).map(presentRule),
  nextCursor: null,
})

/** @throws noticeRule.tooMany (409) */
export async function createNoticeRule(
  deps: Deps,
  auditActor: AuditActor,
  { kind, minSeverity, areas, question }: z.output<typeof NoticeRuleForm>,
): Promise<NoticeRule> {
  const id = newId()
  await deps.transaction(async (tx) => {
    if ((await lockAndCountRules(tx)) >= NOTICE_RULES_MAX) throw new AppError('noticeRule.tooMany', { max: NOTICE_RULES_MAX })
    const rule = { id, kind, min_severity: minSeverity, areas, question, created_by: auditActor.actor.id, created_at: deps.now() }
    await insertRule(tx, rule)
    const details = { name: question, kind, minSeverity, areas }
    await recordAudit(tx, { ...auditActor, action: 'noticeRule.created', targetKind, targetId: id, details })
  })
  const row = (await ruleRows(deps.db)).find((rule) => rule.id === id)
  if (!row) throw new AppError('noticeRule.notFound')
  return presentRule(row)
}

/** @throws noticeRule.notFound (404) */
export const removeNoticeRule = (deps: Deps, auditActor: AuditActor, id: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const row = await deleteRule(tx, id)
    if (!row) throw new AppError('noticeRule.notFound')
    const details = { name: row.question, kind: row.kind }
    await recordAudit(tx, { ...auditActor, action: 'noticeRule.removed', targetKind, targetId: id, details })
  })

/**
 * Applies the rules to the notices that they were not applied to yet. A notice is marked afterwards, so that a crash repeats it:
 * the roll-call of a rule and an event has an id of its own and is asked once.
 */
export async function applyNoticeRules(deps: Deps): Promise<void> {
  const notices = await uncheckedNotices(deps.db, CHECKED_AT_ONCE)
  if (notices.length === 0) return
  const rules = await ruleRows(deps.db)
  for (const notice of notices) {
    let isDone = true
    for (const rule of rules) if (matches(rule, notice, deps.now()) && !(await act(deps, rule, notice))) isDone = false
    if (isDone) await markChecked(deps.db, notice.id)
  }
}

/**
 * Whether a rule acts on a notice: on a real one of an event that no notice has ended, never on an exercise or a test, also if a
 * later notice has replaced it, within 30 minutes of its time, in an area of the
 * rule, and not for what was already in effect when the rule was added.
 */
function matches(rule: RuleRow, notice: UncheckedNotice, now: Date): boolean {
  const age = now.getTime() - notice.sent_at.getTime()
  if (notice.status !== 'actual' || notice.is_over || notice.kind !== rule.kind) return false
  if (age > NOTICE_RULE_MINUTES * MINUTE_MS || age < -AHEAD_MS || notice.sent_at < rule.created_at) return false
  const severity = highest(areasIn(StoredAreas.parse(notice.areas), rule.areas).map((area) => area.severity))
  return isAtLeast(severity, AlertSeverity.parse(rule.min_severity))
}

/** Acts on a notice, once for each event. @returns false if it must be tried again */
async function act(deps: Deps, rule: RuleRow, notice: UncheckedNotice): Promise<boolean> {
  if (await hasActed(deps.db, rule.id, notice.event_id)) return true
  const actor = rule.created_by === null ? null : await activeAdministrator(deps.db, rule.created_by)
  const problem = actor === null ? 'noAdministrator' : await askAll(deps, actor, rule, notice)
  if (problem === 'tooManyRequests') return false
  await deps.transaction(async (tx) => {
    if (!(await insertAct(tx, rule.id, notice.event_id, deps.now()))) return
    const action = problem === null ? 'noticeRule.acted' : 'noticeRule.failed'
    const details = { name: rule.question, notice: notice.headline, ...(problem !== null && { problem }) }
    await recordAudit(tx, { actor, ip: NO_ADDRESS, action, targetKind, targetId: rule.id, details })
  })
  return true
}

/** Opens the roll-call. @returns why it was not possible; null for a success */
async function askAll(deps: Deps, actor: SignedIn, rule: RuleRow, notice: UncheckedNotice): Promise<string | null> {
  try {
    await ask(
      deps,
      { actor, ip: NO_ADDRESS },
      {
        clientId: idOf(rule.id, notice.event_id),
        isSeparate: false,
        template: TEMPLATES[NoticeKind.parse(rule.kind)],
        title: rule.question,
        text: notice.headline,
        isUrgent: true,
        isDrill: false,
        audience: { kind: 'everyone' },
        questions: [],
      },
      new Date(notice.sent_at.getTime() - NOTICE_RULE_MINUTES * MINUTE_MS),
    )
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Returns the same id for the same rule and event. */
function idOf(ruleId: string, eventId: string): string {
  const bytes = createHash('sha256').update(`${ruleId}${eventId}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 15) | 128, 6) // version 8 of RFC 9562
  bytes.writeUInt8((bytes.readUInt8(8) & 63) | 128, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const presentRule = (row: RuleRow): NoticeRule => ({
  id: row.id,
  kind: NoticeKind.parse(row.kind),
  minSeverity: AlertSeverity.parse(row.min_severity),
  areas: row.areas,
  question: row.question,
  createdAt: row.created_at.toISOString(),
  createdBy: row.first_name === null ? null : fullNameOf(row.first_name, row.last_name ?? ''),
  lastActedAt: row.acted_at?.toISOString() ?? null,
})
