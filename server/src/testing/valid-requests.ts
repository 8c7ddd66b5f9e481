import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Route } from '@noroshi/contract/define'
import type { Sent } from './caller.ts'
import { FIXTURE_IDS } from './fixtures.ts'
import { contentOf } from './pages.ts'
import { streetArchive } from './street-archive.ts'
import type { TestServer } from './test-server.ts'
import type { Actor, World } from './world.ts'

const PASSWORD = 'correct horse'
/** Gives all users of a server the password of these requests. */
export async function setPasswords({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hash(PASSWORD) })
    .execute()
}

export const accountOf = (name: string) => ({
  firstName: name,
  lastName: '',
  email: `${name}@example.org`,
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

/** The fields of a body, which a test may change. */
type Fields = Record<string, unknown>
const isList = (body: Fields | readonly Fields[]): body is readonly Fields[] => Array.isArray(body)
/** Returns the fields of a body, or of the first item of a list. */
export const fieldsIn = (body: Fields | readonly Fields[] = {}): Fields => (isList(body) ? (body[0] ?? {}) : body)
type Request = Sent & { readonly body?: Fields | readonly Fields[] }

const ofAlert = ({ alertId }: World): Request => ({ params: { id: alertId } })
const information = ({ alertId }: World): Request => ({ form: { alertId, textContent: 'water is rising', caption: '' } })

/** The source of the anonymous alerts of the world. */
const ofLocalSource = ({ noroshi }: World) => ({ params: { sourceId: noroshi.deps.alertSources.idOf('127.0.0.1') } })

const byId = (id: string) => ({ params: { id } })
const sectionForm = { title: 'Shelters', type: 'textLink' }
const linkForm = { DashboardSectionId: FIXTURE_IDS.section, linkUrl: '/alerts', isExternal: 'false', linkText: 'Alerts' }
const alertGroupForm = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
const lacsGroupForm = () => ({ organizationName: 'Aoba', subdomain: `aoba-${randomUUID()}`, shareDataAmongUnits: true })
const lacsUnitForm = () => ({ LacsGroupId: FIXTURE_IDS.lacsGroup, unitId: randomUUID(), unitName: 'Hall', isCloudUnit: false })
const members = ({ actors }: World) => ({ ...byId(FIXTURE_IDS.alertGroup), body: { userIds: [actors.audience.id] } })

const ofGroup = ({ groupId }: World) => byId(groupId)
const ofMember = ({ groupId, memberId }: World) => ({ params: { id: groupId, userId: memberId } })

const ofFeed = ({ feedId }: World) => byId(feedId)
const ofPost = ({ feedId, postId }: World) => ({ params: { id: feedId, postId } })
const ofFeedMember = ({ feedId, feedMemberId }: World) => ({ params: { id: feedId, memberId: feedMemberId } })
const target = ({ postId }: World) => ({ EntityId: postId, entityType: 'post' })
const ofTarget = (world: World) => ({ params: target(world) })
const feedForm = { name: 'Shelter news', description: 'what is open', isOpenToUsers: 'false' }
const postForm = { textContent: 'rice at the hall', latitude: '38.2', longitude: '140.9' }

const ofPage = ({ pageId }: World) => byId(pageId)
const ofPageMember = ({ pageId, pageMemberId }: World) => ({ params: { id: pageId, memberId: pageMemberId } })
const ofDraft = ({ pageId, draftId }: World) => ({ params: { id: pageId, draftId } })
const ofRevision = ({ pageId }: World) => ({ params: { id: pageId, revision: '1' } })
const pageForm = { title: 'Shelter rules', isPublic: false }

const ofCall = ({ callId }: World) => byId(callId)
const ofCallSession = ({ callSessionId }: World) => byId(callSessionId)

const radioLocation = ({ groupId }: World) => ({ body: { messageThreadId: groupId, latitude: 38.2, longitude: 140.9 } })

const ofOutsider = ({ actors }: World) => byId(actors.outsider.id)
const profileForm = {
  firstName: 'Hana',
  lastName: 'Mori',
  gender: 'Female',
  phoneNumber: '+81 22 261 1111',
  postalAreaCode: '980-0811',
}
/** A PNG of one pixel. */
const PNG = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)

/** A valid request for each route that requires input. */
const requests: Record<string, (world: World, actor: Actor) => Request> = {
  'POST /auth/register': (_, actor) => ({ body: accountOf(actor) }),
  'POST /auth/login': () => ({ body: { email: accountOf('registered').email, password: PASSWORD } }),
  'POST /activity-logs/user-logout': () => ({ body: { location: null } }),
  'PUT /users/language': () => ({ body: { language: 'ja' } }),
  'PUT /users/me/location': () => ({ body: { latitude: 38, longitude: 140, accuracy: 5 } }),
  'PUT /users/me/location-sharing': () => ({ body: { mode: 'never' } }),
  'GET /users': () => ({ query: { name: 'Dora' } }),
  'GET /users/:id': ({ actors }) => byId(actors.audience.id),
  'PUT /users/:id': ({ actors }, actor) => ({ ...byId(actors[actor].id), body: profileForm }),
  'PUT /users/:id/avatar': ({ actors }, actor) => ({ ...byId(actors[actor].id), files: [{ name: 'me.png', bytes: PNG }] }),
  'POST /auth/forget-password': () => ({ body: { email: accountOf('registered').email } }),
  'POST /auth/reset-password': () => ({ body: { token: 'x', password: PASSWORD, confirmPassword: PASSWORD } }),
  'PUT /users/me/password': () => ({ body: { currentPassword: PASSWORD, password: PASSWORD, confirmPassword: PASSWORD } }),
  'PUT /users/me/email': (_, actor) => ({ body: { email: `${actor}.new@example.org`, currentPassword: PASSWORD } }),
  'POST /auth/confirm-email': () => ({ body: { token: 'x' } }),
  'POST /users/me/second-factor': () => ({ body: { currentPassword: PASSWORD } }),
  'PUT /users/me/second-factor/confirm': () => ({ body: { code: '123456' } }),
  'POST /users/me/second-factor/recovery-codes': () => ({ body: { currentPassword: PASSWORD } }),
  'PUT /users/me/second-factor/remove': () => ({ body: { currentPassword: PASSWORD, code: '123456' } }),
  'DELETE /auth/sessions/:id': () => byId(randomUUID()),
  'GET /admin/users/:id': ofOutsider,
  'PUT /admin/users/:id/activate': ofOutsider,
  'PUT /admin/users/:id/deactivate': ofOutsider,
  'PUT /admin/users/:id/make-admin': ofOutsider,
  'PUT /admin/users/:id/remove-admin': ofOutsider,
  'PUT /admin/users/:id/reset-link': ofOutsider,
  'PUT /admin/users/:id/reset-second-factor': ofOutsider,
  'PUT /admin/settings': () => ({
    body: { name: 'Hall', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true },
  }),
  'PUT /admin/setup': () => ({ body: { isDismissed: true } }),
  'POST /admin/map': () => ({ form: {}, files: [{ name: 'sendai.pmtiles', bytes: streetArchive() }] }),
  'PUT /admin/map': () => ({ body: { name: 'sendai.pmtiles' } }),
  'POST /admin/invitations': () => ({ body: { expiresInDays: 7, maxUses: 5 } }),
  'DELETE /admin/invitations/:id': () => byId(FIXTURE_IDS.invitation),
  'POST /admin/siren-screens': () => ({ body: { name: 'Hall', groupIds: [FIXTURE_IDS.alertGroup] } }),
  'DELETE /admin/siren-screens/:id': () => byId(FIXTURE_IDS.sirenScreen),
  'POST /siren/pair': () => ({ body: { code: '00000-00000' } }),
  'GET /siren/alerts/:id/text-to-speech': ofAlert,
  'GET /dashboard-section-links/dashboard-section/:id': () => byId(FIXTURE_IDS.section),
  'POST /dashboard-section': () => ({ body: sectionForm }),
  'PUT /dashboard-section/order': () => ({ body: { ids: [FIXTURE_IDS.section] } }),
  'PUT /dashboard-section/:id': () => ({ ...byId(FIXTURE_IDS.section), body: sectionForm }),
  'DELETE /dashboard-section/:id': () => byId(FIXTURE_IDS.section),
  'POST /dashboard-section-links': () => ({ form: linkForm }),
  'PUT /dashboard-section-links/:id': () => ({ ...byId(FIXTURE_IDS.link), form: linkForm }),
  'DELETE /dashboard-section-links/:id': () => byId(FIXTURE_IDS.link),
  'PUT /dashboard-section-links/dashboard-section/:id/order': () => ({
    ...byId(FIXTURE_IDS.section),
    body: { ids: [FIXTURE_IDS.link] },
  }),
  'POST /https/handovers': () => ({ body: { alertTokens: [], unsentSos: [], language: null } }),
  'POST /https/handovers/claim': () => ({ body: { code: 'x', claimSecret: 'x'.repeat(43), wantsSession: true } }),
  'POST /admin/alert-groups': () => ({ body: { ...alertGroupForm, name: `Harbour ${randomUUID().slice(0, 8)}` } }),
  'PUT /admin/alert-groups/:id': () => ({ ...byId(FIXTURE_IDS.alertGroup), body: alertGroupForm }),
  'DELETE /admin/alert-groups/:id': () => byId(FIXTURE_IDS.alertGroup),
  'GET /admin/alert-groups/:id/members': () => byId(FIXTURE_IDS.alertGroup),
  'PATCH /admin/alert-groups/:id/members/add': members,
  'PATCH /admin/alert-groups/:id/members/remove': members,
  'POST /admin/lacs-groups': () => ({ body: lacsGroupForm() }),
  'PUT /admin/lacs-groups/:id': () => ({ ...byId(FIXTURE_IDS.lacsGroup), body: lacsGroupForm() }),
  'DELETE /admin/lacs-groups/:id': () => byId(FIXTURE_IDS.emptyLacsGroup),
  'POST /admin/lacs-units': () => ({ body: lacsUnitForm() }),
  'PUT /admin/lacs-units/:id': () => ({ ...byId(FIXTURE_IDS.lacsUnit), body: lacsUnitForm() }),
  'DELETE /admin/lacs-units/:id': () => byId(FIXTURE_IDS.lacsUnit),
  'POST /message-threads/group': ({ memberId }) => ({ body: { name: 'Night watch', recipients: [memberId] } }),
  'GET /message-threads/group/:id': ofGroup,
  'PATCH /message-threads/group/:id': (world) => ({ ...ofGroup(world), body: { name: 'Day watch', description: 'at the hall' } }),
  'GET /message-threads/group/:id/members/me': ofGroup,
  'POST /message-threads/personal': ({ memberId }) => ({ body: { recipient: memberId } }),
  'GET /message-threads/personal/with-user/:userId': ({ memberId }) => ({ params: { userId: memberId } }),
  'GET /message-threads/:id': ofGroup,
  'PATCH /message-threads/:id/acceptance': ({ personalId }) => ({ ...byId(personalId), body: { hasAccepted: true } }),
  'GET /message-threads/:id/members': ofGroup,
  'PATCH /message-threads/:id/members/add': (world) => ({ ...ofGroup(world), body: { userIds: [world.memberId] } }),
  'PATCH /message-threads/:id/members/remove/:userId': ofMember,
  'PATCH /message-threads/:id/members/make-admin/:userId': ofMember,
  'PATCH /message-threads/:id/members/remove-admin/:userId': ofMember,
  'PATCH /message-threads/:id/leave': ofGroup,
  'GET /message-threads/:id/messages': ofGroup,
  'POST /messages': ({ groupId }) => ({ body: { messageThreadId: groupId, text: 'who is there?' } }),
  'POST /messages/upload': ({ groupId }) => ({
    form: { messageThreadId: groupId, text: 'here', latitude: '38.2', longitude: '140.9' },
  }),
  'POST /speech-recognition/send-command-to-nlp-server': () => ({ body: { language: 'en', text: 'stop' } }),
  'PUT /devices/report': () => ({
    body: {
      checks: { connection: 'good', sound: 'unchecked', notifications: 'problem', storage: 'good', installation: 'good' },
      isChecked: true,
    },
  }),
  'PUT /push/subscription': () => ({
    // An example of RFC 8291.
    body: {
      endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  }),
  'PUT /push/alerts/:id/shown': ofAlert,
  'POST /audio-stream': ({ groupId }) => ({
    form: { MessageThreadId: groupId, timestamp: '1', recStop: 'manual-disable', language: 'en' },
    files: [{ field: 'file', name: 'blob', bytes: new Uint8Array(10) }],
  }),
  'PUT /speech-recognition/transcripts/:id': ({ voiceNoteId }) => ({ ...byId(voiceNoteId), body: { text: 'the road' } }),
  'PATCH /message/:id/status': ({ messageId }) => ({ ...byId(messageId), body: { status: 'seen' } }),
  'GET /messages/:id/text-to-speech': ({ messageId }) => byId(messageId),
  'PATCH /message-threads/message-status': ({ groupId }) => ({ body: [{ messageThreadId: groupId, status: 'seen' }] }),
  'POST /messages/text-to-speech-state': ({ groupId }) => ({
    body: { messageThreadId: groupId, isTextToSpeechEnable: true },
  }),
  'GET /messages/text-to-speech-state': () => ({}),
  'POST /messages/text-to-speech': () => ({ body: { text: 'water is rising' } }),
  'GET /messages/search': () => ({ query: { text: 'bridge' } }),
  'GET /feeds/:id': ofFeed,
  'POST /feeds': () => ({ form: feedForm }),
  'PUT /feeds/:id': (world) => ({ ...ofFeed(world), form: feedForm }),
  'DELETE /feeds/:id': ofFeed,
  'GET /feeds/:id/members': ofFeed,
  'GET /feeds/:id/members/public': ofFeed,
  'GET /feeds/:id/members/me': ofFeed,
  'POST /feeds/:id/members/multiple-members': (world) => ({ ...ofFeed(world), body: { members: [world.memberId] } }),
  'PUT /feeds/:id/members/:memberId': (world) => ({ ...ofFeedMember(world), body: { canPost: true } }),
  'DELETE /feeds/:id/members/:memberId': ofFeedMember,
  'GET /feeds/:id/posts/': ofFeed,
  'GET /feeds/:id/posts/public': ofFeed,
  'GET /feeds/:id/posts/map': (world) => ({ ...ofFeed(world), query: { bbox: '140,38,141,39' } }),
  'POST /feeds/:id/posts': (world) => ({ ...ofFeed(world), form: postForm }),
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
  'PUT /comments/:id': ({ commentId }) => ({ ...byId(commentId), form: { description: 'thank you all' } }),
  'DELETE /comments/:id': ({ commentId }) => byId(commentId),
  'GET /likes/entity/:EntityId/:entityType': ofTarget,
  'POST /likes/': (world) => ({ body: target(world) }),
  'DELETE /likes/entity/:EntityId/:entityType': ofTarget,
  'GET /pages/:id': ofPage,
  'POST /pages': () => ({ body: pageForm }),
  'PUT /pages/:id': (world) => ({ ...ofPage(world), body: pageForm }),
  'DELETE /pages/:id': ofPage,
  'PATCH /pages/:id': (world) => ({ ...ofPage(world), body: { content: contentOf('rice') } }),
  'GET /pages/:id/revisions': ofPage,
  'GET /pages/:id/revisions/:revision': ofRevision,
  'PUT /pages/:id/revisions/:revision/restore': (world) => ({ ...ofRevision(world), body: { baseRevision: 2 } }),
  'GET /pages/:id/members': ofPage,
  'GET /pages/:id/members/public': ofPage,
  'GET /pages/:id/members/me': ofPage,
  'POST /pages/:id/members/multiple': (world) => ({ ...ofPage(world), body: { members: [world.memberId] } }),
  'PUT /pages/:id/members/:memberId': (world) => ({ ...ofPageMember(world), body: { canUpdate: true } }),
  'DELETE /pages/:id/members/:memberId': ofPageMember,
  'POST /pages/create/draft': ({ pageId }) => ({
    body: { PageId: pageId, draftContent: contentOf('rice'), location: { latitude: 38.2, longitude: 140.9 } },
  }),
  'PATCH /pages/draft/review': ({ pageId, draftId }) => ({
    body: { id: draftId, PageId: pageId, status: 'approved', reviewRemarks: 'good', comparedRevision: 2 },
  }),
  'PUT /pages/:id/drafts/:draftId/discard': ofDraft,
  'GET /pages/:id/drafts/user': ofPage,
  'GET /pages/:id/drafts/pending': ofPage,
  'GET /pages/:id/drafts/:draftId': ofDraft,
  'GET /calls/personal/more': ({ memberId }) => ({ query: { otherUser: memberId } }),
  'POST /calls/personal': ({ memberId }) => ({ body: { ReceiverId: memberId, location: null } }),
  'POST /calls/group': ({ memberId, groupId }) => ({ body: { receiverUserIds: [memberId], MessageGroupId: groupId } }),
  'PUT /calls/add-members': ({ callId, memberId }) => ({ body: { callId, receiverUserIds: [memberId] } }),
  'GET /calls/:id': ofCall,
  'PUT /call-sessions/:id/acknowledge': ofCallSession,
  'PUT /call-sessions/:id/accept': (world) => ({ ...ofCallSession(world), body: { joinedAt: new Date().toISOString() } }),
  'PUT /call-sessions/:id/reject': ofCallSession,
  'PUT /call-sessions/leave-multiple': ({ callSessionId }) => ({ body: { callSessionIds: [callSessionId] } }),
  'GET /call-sessions/for-call/:id': ofCall,
  'POST /speech-recognition/start/asr-chat/:threadId': ({ groupId }) => ({ params: { threadId: groupId } }),
  'GET /message-threads/:id/asr-chat/live': ofGroup,
  'GET /message-threads/:id/asr-chat/history': ofGroup,
  'PUT /message-threads/members/asr-chat/location': radioLocation,
  'GET /message-threads/:id/members/asr-chat/locations': ofGroup,
  'POST /documents': () => ({ form: {}, files: [{ field: 'file', name: 'map.png', bytes: PNG }] }),
  'POST /alerts': () => ({ body: {} }),
  'GET /alerts/:id': ofAlert,
  'GET /alerts/:id/messages': ofAlert,
  'GET /alerts/:id/ledger': ofAlert,
  'GET /alerts/:id/members/location': ofAlert,
  'POST /alerts/drills': () => ({ body: { groupIds: [FIXTURE_IDS.alertGroup] } }),
  'POST /alerts/upload': information,
  'PUT /alerts/upload': information,
  'POST /alerts/message': ({ alertId }) => ({ body: { alertId, text: 'where are you?' } }),
  'PUT /alerts/:id/answer': (world) => ({ ...ofAlert(world), body: { answer: 'seen' } }),
  'DELETE /alerts/:id': ofAlert,
  'GET /admin/anonymous-alerts/count': () => ({ query: { from: new Date(0).toISOString() } }),
  'PUT /admin/anonymous-alerts/resolve': () => ({ body: { from: new Date(0).toISOString(), action: 'resolve' } }),
  'PUT /admin/anonymous-alerts/sources/:sourceId/mute': ofLocalSource,
  'DELETE /admin/anonymous-alerts/sources/:sourceId/mute': ofLocalSource,
  'PUT /admin/anonymous-alerts/:id/release': ofAlert,
  'PUT /alerts/markAsResolved': ({ alertId }) => ({ body: { AlertId: alertId } }),
  'PUT /alerts/:id/reopen': ofAlert,
}

export const nameOf = ({ method, path }: Route) => `${method} ${path}`

export const validRequest = (route: Route, world: World, actor: Actor): Request => requests[nameOf(route)]?.(world, actor) ?? {}
