import { randomUUID } from 'node:crypto'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { type AccessOf, admins, adminsCreate, members, outcomes, readers, type ValidRequest } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { byId } from './request-values.ts'
import type { World } from '../scenes/world.ts'

const ofAlert = ({ alertId }: World) => byId(alertId)
const information = ({ alertId }: World): ValidRequest => ({ form: { alertId, textContent: 'water is rising', caption: '' } })
/** The source of the anonymous alerts of the world. */
const ofLocalSource = ({ noroshi }: World) => ({ params: { sourceId: noroshi.deps.alertSources.idOf('127.0.0.1') } })
const alertGroupForm = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
const ofAudience = ({ actors }: World) => ({ ...byId(FIXTURE_IDS.alertGroup), body: { userIds: [actors.audience.id] } })
const respond = ({ actors, alertId }: World) =>
  actors.audience.caller.fetch(alertRoutes.answer, { params: { id: alertId }, body: { answer: 'responding' } })
const resolve = ({ actors, alertId }: World) => actors.audience.caller.fetch(alertRoutes.resolve, { body: { AlertId: alertId } })
const dismissAll = ({ actors }: World) =>
  actors.admin.caller.fetch(anonymousAlertRoutes.resolve, { body: { from: new Date(0).toISOString(), action: 'dismiss' } })

const sequence = ({ noroshi }: World) => noroshi.consumers.flush()
const auditEntry = { actor: null, ip: '10.0.0.1', action: 'user.activated', targetKind: 'user', targetId: null }
const sequenceAudit = async (world: World) => {
  await world.noroshi.deps.transaction((tx) => recordAudit(tx, auditEntry))
  await sequence(world)
}

//                         visitor ended deact. other outsider token admin audience
export const alertsAccess: AccessOf<
  | 'alerts'
  | 'alertHandling'
  | 'responderLocations'
  | 'drills'
  | 'anonymousAlerts'
  | 'anonymousData'
  | 'alertGroups'
  | 'events'
  | 'record'
> = {
  record: {
    timeline: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200), request: ofAlert },
    export: { outcomes: admins, before: sequence, request: ofAlert },
    exportAudit: { outcomes: admins, before: sequenceAudit },
    heads: { outcomes: admins },
  },
  alerts: {
    // Never rejected. A caller with the token of an active alert joins that alert (200).
    raise: { outcomes: outcomes(201, 201, 201, 200, 201, 200, 201, 201), isAlone: true, request: () => ({ body: {} }) },
    list: { outcomes: members },
    locations: { outcomes: members },
    get: { outcomes: readers, request: ofAlert },
    upload: { outcomes: outcomes(404, 404, 404, 404, 404, 200, 403, 200), request: information },
    uploadMedia: { outcomes: outcomes(404, 404, 404, 404, 404, 200, 403, 200), request: information },
    resolve: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200),
      isAlone: true,
      request: ({ alertId }) => ({ body: { AlertId: alertId } }),
    },
    reopen: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 403), before: resolve, isAlone: true, request: ofAlert },
    answer: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200),
      request: (world) => ({ ...ofAlert(world), body: { answer: 'seen' } }),
    },
    ledger: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200), request: ofAlert },
    messages: { outcomes: readers, request: ofAlert },
    sendMessage: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201),
      request: ({ alertId }) => ({ body: { alertId, text: 'where are you?' } }),
    },
    memberLocations: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200), request: ofAlert },
    groupMembers: { outcomes: members },
  },
  alertHandling: {
    classify: {
      outcomes: outcomes(404, 404, 404, 404, 404, 200, 200, 200),
      request: (world) => ({ ...ofAlert(world), body: { kind: 'fire' } }),
    },
    change: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200),
      request: (world) => ({ ...ofAlert(world), body: { reportedStage: 'attended' } }),
    },
    assignees: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 200), request: ofAlert },
    responders: { outcomes: readers, request: ofAlert },
    raiserContacts: { outcomes: members },
    notes: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 403), request: ofAlert },
    addNote: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 403),
      request: (world) => ({ ...ofAlert(world), body: { text: 'Call his daughter', clientId: randomUUID() } }),
    },
  },
  responderLocations: {
    own: { outcomes: members },
    choose: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200),
      before: respond,
      request: (world) => ({ ...ofAlert(world), body: { isShared: true } }),
    },
    report: { outcomes: members, request: () => ({ body: { latitude: 38.26, longitude: 140.87, accuracy: 10 } }) },
  },
  drills: {
    // The drill has an alert group. The test alarm of a user is tested in drills.test.ts.
    start: { outcomes: adminsCreate, request: () => ({ body: { groupIds: [FIXTURE_IDS.alertGroup] } }) },
  },
  anonymousAlerts: {
    sources: { outcomes: admins },
    count: { outcomes: admins, request: () => ({ query: { from: new Date(0).toISOString() } }) },
    resolve: {
      outcomes: admins,
      isAlone: true,
      request: () => ({ body: { from: new Date(0).toISOString(), action: 'resolve' } }),
    },
    mute: { outcomes: admins, isAlone: true, request: ofLocalSource },
    unmute: { outcomes: admins, request: ofLocalSource },
    muted: { outcomes: admins },
    release: { outcomes: admins, before: dismissAll, isAlone: true, request: ofAlert },
  },
  anonymousData: {
    usage: { outcomes: admins },
    deleteAlert: { outcomes: admins, isAlone: true, request: ofAlert },
  },
  alertGroups: {
    list: { outcomes: admins },
    create: {
      outcomes: adminsCreate,
      request: () => ({ body: { ...alertGroupForm, name: `Harbour ${randomUUID().slice(0, 8)}` } }),
    },
    update: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.alertGroup), body: alertGroupForm }) },
    remove: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.alertGroup) },
    members: { outcomes: admins, request: () => byId(FIXTURE_IDS.alertGroup) },
    addMembers: { outcomes: admins, request: ofAudience },
    removeMembers: { outcomes: admins, request: ofAudience },
  },
  events: {
    since: { outcomes: outcomes(404, 404, 404, 200, 200, 200, 200, 200) },
  },
}
