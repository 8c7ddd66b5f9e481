import { textIn } from '@noroshi/contract/texts'
import { definePush } from '#/features/push/push-kind.service.ts'
import { noticeTexts } from './health-notices.service.ts'
import { lastNotice, toldAdministrators } from './health-notices.sql.ts'

/** A notice to administrators about a check. A later one replaces an earlier one. */
export const healthPush = definePush({
  kind: 'health',
  events: ['health:changed'],
  async handle(push, events) {
    const administrators = (await toldAdministrators(push.tx)).map(({ id }) => id)
    for (const { payload } of events) await push.show(payload.id, administrators)
  },
  async content(db, { entity_id: id, user_id, language, tag }, isShown) {
    const notice = await lastNotice(db, id)
    const administrators = await toldAdministrators(db)
    if (!isShown || notice === undefined || !administrators.some((user) => user.id === user_id)) return null
    return { kind: 'health', id, tag, ...noticeTexts(notice, language) }
  },
  unreadable: ({ entity_id: id, language, tag }) => ({
    kind: 'healthOver',
    id,
    tag,
    title: textIn(language, 'health.title'),
    body: '',
  }),
  expires: 12 * 3_600_000,
  collapse: 0,
  urgency: 'question',
  isRemovedOnApple: false,
})
