import type { Route } from '@noroshi/contract/define'
import { randomUUID } from 'node:crypto'
import type { Sent } from './caller.ts'
import { FURNITURE } from './furniture.ts'
import { contentOf } from './pages.ts'
import type { Actor, World } from './world.ts'

const PASSWORD = 'correct horse'
export const accountOf = (name: string) => ({
  firstName: name,
  lastName: '',
  email: `${name}@example.org`,
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

/** What is sent, its body as fields that a test may change. */
type Fields = Record<string, unknown>
const isList = (body: Fields | readonly Fields[]): body is readonly Fields[] => Array.isArray(body)
/** The fields of a body, or of the first of what it lists. */
export const fieldsIn = (body: Fields | readonly Fields[] = {}): Fields => (isList(body) ? (body[0] ?? {}) : body)
type Request = Sent & { readonly body?: Fields | readonly Fields[] }

const byId = ({ alertId }: World): Request => ({ params: { id: alertId } })
const informs = ({ alertId }: World): Request => ({ form: { alertId, textContent: 'water is rising', caption: '' } })

const byOwnId = (id: string) => ({ params: { id } })
const sectionForm = { title: 'Shelters', type: 'textLink' }
const linkForm = { DashboardSectionId: FURNITURE.section, linkUrl: '/alerts', isExternal: 'false', linkText: 'Alerts' }
const alertGroupForm = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
const lacsGroupForm = () => ({ organizationName: 'Aoba', subdomain: `aoba-${randomUUID()}`, shareDataAmongUnits: true })
const lacsUnitForm = () => ({ LacsGroupId: FURNITURE.lacsGroup, unitId: randomUUID(), unitName: 'Hall', isCloudUnit: false })
const members = ({ actors }: World) => ({ ...byOwnId(FURNITURE.alertGroup), body: { userIds: [actors.audience.id] } })

const inGroup = ({ groupId }: World) => byOwnId(groupId)
const aboutMember = ({ groupId, memberId }: World) => ({ params: { id: groupId, userId: memberId } })

const inFeed = ({ feedId }: World) => byOwnId(feedId)
const ofPost = ({ feedId, postId }: World) => ({ params: { id: feedId, postId } })
const ofFeedMember = ({ feedId, feedMemberId }: World) => ({ params: { id: feedId, memberId: feedMemberId } })
const target = ({ postId }: World) => ({ EntityId: postId, entityType: 'post' })
const ofTarget = (world: World) => ({ params: target(world) })
const feedForm = { name: 'Shelter news', description: 'what is open', isOpenToUsers: 'false' }
const postForm = { textContent: 'rice at the hall', latitude: '38.2', longitude: '140.9' }

const inPage = ({ pageId }: World) => byOwnId(pageId)
const ofPageMember = ({ pageId, pageMemberId }: World) => ({ params: { id: pageId, memberId: pageMemberId } })
const ofDraft = ({ pageId, draftId }: World) => ({ params: { id: pageId, draftId } })
const ofRevision = ({ pageId }: World) => ({ params: { id: pageId, revision: '1' } })
const pageForm = { title: 'Shelter rules', isPublic: false }

const aboutOutsider = ({ actors }: World) => byOwnId(actors.outsider.id)
const profileForm = {
  firstName: 'Hana',
  lastName: 'Mori',
  gender: 'Female',
  phoneNumber: '+81 22 261 1111',
  postalAreaCode: '980-0811',
}
/** One pixel. */
const PNG = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)

/** For each route that needs something: what a client sends when all is right. */
const requests: Record<string, (world: World, actor: Actor) => Request> = {
  'POST /auth/register': (_, actor) => ({ body: accountOf(actor) }),
  'POST /auth/login': () => ({ body: { email: accountOf('somebody').email, password: PASSWORD } }),
  'POST /activity-logs/user-logout': () => ({ body: { location: null } }),
  'PUT /users/language': () => ({ body: { language: 'ja' } }),
  'PUT /users/me/location': () => ({ body: { latitude: 38, longitude: 140, accuracy: 5 } }),
  'PUT /users/me/location-sharing': () => ({ body: { mode: 'never' } }),
  'GET /users': () => ({ query: { name: 'Dora' } }),
  'GET /users/:id': ({ actors }) => byOwnId(actors.audience.id),
  'PUT /users/:id': ({ actors }, actor) => ({ ...byOwnId(actors[actor].id), body: profileForm }),
  'PUT /users/:id/avatar': ({ actors }, actor) => ({ ...byOwnId(actors[actor].id), files: [{ name: 'me.png', bytes: PNG }] }),
  'POST /auth/forget-password': () => ({ body: { email: accountOf('somebody').email } }),
  'POST /auth/reset-password': () => ({ body: { token: 'x', password: PASSWORD, confirmPassword: PASSWORD } }),
  'DELETE /auth/sessions/:id': () => byOwnId(randomUUID()),
  'GET /admin/users/:id': aboutOutsider,
  'PUT /admin/users/:id/activate': aboutOutsider,
  'PUT /admin/users/:id/deactivate': aboutOutsider,
  'PUT /admin/users/:id/make-admin': aboutOutsider,
  'PUT /admin/users/:id/remove-admin': aboutOutsider,
  'PUT /admin/users/:id/reset-link': aboutOutsider,
  'PUT /admin/settings': () => ({
    body: { name: 'Hall', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true },
  }),
  'POST /admin/invitations': () => ({ body: { expiresInDays: 7, maxUses: 5 } }),
  'DELETE /admin/invitations/:id': () => byOwnId(FURNITURE.invitation),
  'GET /dashboard-section-links/dashboard-section/:id': () => byOwnId(FURNITURE.section),
  'POST /dashboard-section': () => ({ body: sectionForm }),
  'PUT /dashboard-section/order': () => ({ body: { ids: [FURNITURE.section] } }),
  'PUT /dashboard-section/:id': () => ({ ...byOwnId(FURNITURE.section), body: sectionForm }),
  'DELETE /dashboard-section/:id': () => byOwnId(FURNITURE.section),
  'POST /dashboard-section-links': () => ({ form: linkForm }),
  'PUT /dashboard-section-links/:id': () => ({ ...byOwnId(FURNITURE.link), form: linkForm }),
  'DELETE /dashboard-section-links/:id': () => byOwnId(FURNITURE.link),
  'PUT /dashboard-section-links/dashboard-section/:id/order': () => ({
    ...byOwnId(FURNITURE.section),
    body: { ids: [FURNITURE.link] },
  }),
  'POST /admin/alert-groups': () => ({ body: alertGroupForm }),
  'PUT /admin/alert-groups/:id': () => ({ ...byOwnId(FURNITURE.alertGroup), body: alertGroupForm }),
  'DELETE /admin/alert-groups/:id': () => byOwnId(FURNITURE.alertGroup),
  'GET /admin/alert-groups/:id/members': () => byOwnId(FURNITURE.alertGroup),
  'PATCH /admin/alert-groups/:id/members/add': members,
  'PATCH /admin/alert-groups/:id/members/remove': members,
  'POST /admin/lacs-groups': () => ({ body: lacsGroupForm() }),
  'PUT /admin/lacs-groups/:id': () => ({ ...byOwnId(FURNITURE.lacsGroup), body: lacsGroupForm() }),
  'DELETE /admin/lacs-groups/:id': () => byOwnId(FURNITURE.emptyLacsGroup),
  'POST /admin/lacs-units': () => ({ body: lacsUnitForm() }),
  'PUT /admin/lacs-units/:id': () => ({ ...byOwnId(FURNITURE.lacsUnit), body: lacsUnitForm() }),
  'DELETE /admin/lacs-units/:id': () => byOwnId(FURNITURE.lacsUnit),
  'POST /message-threads/group': ({ memberId }) => ({ body: { name: 'Night watch', recipients: [memberId] } }),
  'GET /message-threads/group/:id': inGroup,
  'PATCH /message-threads/group/:id': (world) => ({ ...inGroup(world), body: { name: 'Day watch', description: 'at the hall' } }),
  'GET /message-threads/group/:id/members/me': inGroup,
  'POST /message-threads/personal': ({ memberId }) => ({ body: { recipient: memberId } }),
  'GET /message-threads/personal/with-user/:userId': ({ memberId }) => ({ params: { userId: memberId } }),
  'GET /message-threads/:id': inGroup,
  'PATCH /message-threads/:id/acceptance': ({ personalId }) => ({ ...byOwnId(personalId), body: { hasAccepted: true } }),
  'GET /message-threads/:id/members': inGroup,
  'PATCH /message-threads/:id/members/add': (world) => ({ ...inGroup(world), body: { userIds: [world.memberId] } }),
  'PATCH /message-threads/:id/members/remove/:userId': aboutMember,
  'PATCH /message-threads/:id/members/make-admin/:userId': aboutMember,
  'PATCH /message-threads/:id/members/remove-admin/:userId': aboutMember,
  'PATCH /message-threads/:id/leave': inGroup,
  'GET /message-threads/:id/messages': inGroup,
  'POST /messages': ({ groupId }) => ({ body: { messageThreadId: groupId, text: 'who is there?' } }),
  'POST /messages/upload': ({ groupId }) => ({
    form: { messageThreadId: groupId, text: 'here', latitude: '38.2', longitude: '140.9' },
  }),
  'PATCH /message/:id/status': ({ messageId }) => ({ ...byOwnId(messageId), body: { status: 'seen' } }),
  'PATCH /message-threads/message-status': ({ groupId }) => ({ body: [{ messageThreadId: groupId, status: 'seen' }] }),
  'GET /messages/search': () => ({ query: { text: 'bridge' } }),
  'GET /feeds/:id': inFeed,
  'POST /feeds': () => ({ form: feedForm }),
  'PUT /feeds/:id': (world) => ({ ...inFeed(world), form: feedForm }),
  'DELETE /feeds/:id': inFeed,
  'GET /feeds/:id/members': inFeed,
  'GET /feeds/:id/members/public': inFeed,
  'GET /feeds/:id/members/me': inFeed,
  'POST /feeds/:id/members/multiple-members': (world) => ({ ...inFeed(world), body: { members: [world.memberId] } }),
  'PUT /feeds/:id/members/:memberId': (world) => ({ ...ofFeedMember(world), body: { canPost: true } }),
  'DELETE /feeds/:id/members/:memberId': ofFeedMember,
  'GET /feeds/:id/posts/': inFeed,
  'GET /feeds/:id/posts/public': inFeed,
  'GET /feeds/:id/posts/map': (world) => ({ ...inFeed(world), query: { bbox: '140,38,141,39' } }),
  'POST /feeds/:id/posts': (world) => ({ ...inFeed(world), form: postForm }),
  'GET /feeds/:id/posts/:postId': ofPost,
  'GET /feeds/:id/posts/:postId/public': ofPost,
  'PUT /feeds/:id/posts/:postId': (world) => ({ ...ofPost(world), form: postForm }),
  'PUT /feeds/:id/posts/:postId/review': ({ feedId, waitingPostId }) => ({
    params: { id: feedId, postId: waitingPostId },
    body: { isApproved: true, reviewRemarks: 'good' },
  }),
  'PUT /feeds/:id/posts/:postId/remove-media': (world) => ({ ...ofPost(world), body: { mediaIds: [randomUUID()] } }),
  'DELETE /feeds/:id/posts/:postId': ofPost,
  'POST /views': (world) => ({ body: { ...target(world), clientId: randomUUID() } }),
  'GET /comments/entity/:EntityId/:entityType': ofTarget,
  'GET /comments/entity/:EntityId/:entityType/public': ofTarget,
  'POST /comments': (world) => ({ form: { ...target(world), description: 'thank you' } }),
  'PUT /comments/:id': ({ commentId }) => ({ ...byOwnId(commentId), form: { description: 'thank you all' } }),
  'DELETE /comments/:id': ({ commentId }) => byOwnId(commentId),
  'GET /likes/entity/:EntityId/:entityType': ofTarget,
  'POST /likes/': (world) => ({ body: target(world) }),
  'DELETE /likes/entity/:EntityId/:entityType': ofTarget,
  'GET /pages/:id': inPage,
  'POST /pages': () => ({ body: pageForm }),
  'PUT /pages/:id': (world) => ({ ...inPage(world), body: pageForm }),
  'DELETE /pages/:id': inPage,
  'PATCH /pages/:id': (world) => ({ ...inPage(world), body: { content: contentOf('rice') } }),
  'GET /pages/:id/revisions': inPage,
  'GET /pages/:id/revisions/:revision': ofRevision,
  'PUT /pages/:id/revisions/:revision/restore': (world) => ({ ...ofRevision(world), body: { baseRevision: 2 } }),
  'GET /pages/:id/members': inPage,
  'GET /pages/:id/members/public': inPage,
  'GET /pages/:id/members/me': inPage,
  'POST /pages/:id/members/multiple': (world) => ({ ...inPage(world), body: { members: [world.memberId] } }),
  'PUT /pages/:id/members/:memberId': (world) => ({ ...ofPageMember(world), body: { canUpdate: true } }),
  'DELETE /pages/:id/members/:memberId': ofPageMember,
  'POST /pages/create/draft': ({ pageId }) => ({
    body: { PageId: pageId, draftContent: contentOf('rice'), location: { latitude: 38.2, longitude: 140.9 } },
  }),
  'PATCH /pages/draft/review': ({ pageId, draftId }) => ({
    body: { id: draftId, PageId: pageId, status: 'approved', reviewRemarks: 'good', comparedRevision: 2 },
  }),
  'PUT /pages/:id/drafts/:draftId/discard': ofDraft,
  'GET /pages/:id/drafts/user': inPage,
  'GET /pages/:id/drafts/pending': inPage,
  'GET /pages/:id/drafts/:draftId': ofDraft,
  'POST /documents': () => ({ form: {}, files: [{ field: 'file', name: 'map.png', bytes: PNG }] }),
  'POST /alerts': () => ({ body: {} }),
  'GET /alerts/:id': byId,
  'GET /alerts/:id/messages': byId,
  'GET /alerts/:id/ledger': byId,
  'GET /alerts/:id/members/location': byId,
  'POST /alerts/upload': informs,
  'PUT /alerts/upload': informs,
  'POST /alerts/message': ({ alertId }) => ({ body: { alertId, text: 'where are you?' } }),
  'PUT /alerts/:id/answer': (world) => ({ ...byId(world), body: { answer: 'seen' } }),
  'PUT /alerts/markAsResolved': ({ alertId }) => ({ body: { AlertId: alertId } }),
  'PUT /alerts/:id/reopen': byId,
}

export const nameOf = ({ method, path }: Route) => `${method} ${path}`

export const rightRequest = (route: Route, world: World, actor: Actor): Request => requests[nameOf(route)]?.(world, actor) ?? {}
