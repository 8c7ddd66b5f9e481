import { authorKind } from '#/features/accounts/people/authors.service.ts'
import { commentKind, likeKind } from '#/features/comments/received-comments.service.ts'
import { feedKind, postKind } from '#/features/feeds/received-feeds.service.ts'
import { pageKind, pageRevisionKind } from '#/features/pages/received-pages.service.ts'
import { alertAnswerKind, alertReachKind } from '#/features/alerts/units/received-answers.service.ts'
import { alertGroupKind, alertKind } from '#/features/alerts/units/received-alerts.service.ts'
import { eraseKind } from '#/features/units/erase-kind.service.ts'
import { unitKinds } from '#/features/units/unit-kinds.service.ts'
import type { SyncKind } from '#/features/units/sync-kind.service.ts'

/** All kinds of rows that units exchange. A kind comes after those that it refers to: records are written in this order. */
export const syncKinds: readonly SyncKind[] = [
  ...unitKinds,
  authorKind,
  feedKind,
  postKind,
  commentKind,
  likeKind,
  pageKind,
  pageRevisionKind,
  alertGroupKind,
  alertKind,
  alertReachKind,
  alertAnswerKind,
  eraseKind,
]
