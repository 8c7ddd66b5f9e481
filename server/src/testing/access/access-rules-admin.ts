import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { groupMembersOnly, members, type AccessOf, admins, adminsCreate, everyActor } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { byId } from './request-values.ts'
import { backupForm, chooseBackupTarget, createBackupTarget } from '../scenes/backup-requests.ts'
import { streetArchive } from '../scenes/street-archive.ts'
import type { World } from '../scenes/world.ts'

const KEPT = { messages: null, radio: null, alerts: null, pageHistory: null, audit: null }
const SENDAI = [140.8, 38.2, 140.9, 38.3]
const ofOutsider = ({ actors }: World) => byId(actors.outsider.id)
const sectionForm = { title: 'Shelters', type: 'textLink' }
const linkForm = { DashboardSectionId: FIXTURE_IDS.section, linkUrl: '/alerts', isExternal: 'false', linkText: 'Alerts' }
const lacsGroupForm = () => ({ organizationName: 'Aoba', subdomain: `aoba-${randomUUID()}`, shareDataAmongUnits: true })
const lacsUnitForm = () => ({ LacsGroupId: FIXTURE_IDS.lacsGroup, unitId: randomUUID(), unitName: 'Hall', isCloudUnit: false })
const putMapFile = async ({ noroshi }: World) => {
  const directory = path.join(noroshi.deps.config.dataDir, 'maps')
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, 'sendai.pmtiles'), streetArchive())
}

//                         visitor ended deact. other outsider token admin audience
export const adminAccess: AccessOf<
  | 'adminUsers'
  | 'health'
  | 'audit'
  | 'backups'
  | 'clock'
  | 'disk'
  | 'retention'
  | 'storage'
  | 'streets'
  | 'streetExtracts'
  | 'lacs'
  | 'units'
  | 'unitFolder'
  | 'unitPeers'
  | 'dashboard'
  | 'reports'
  | 'adminReports'
> = {
  adminUsers: {
    list: { outcomes: admins },
    get: { outcomes: admins, request: ofOutsider },
    activate: { outcomes: admins, isAlone: true, request: ofOutsider },
    deactivate: { outcomes: admins, isAlone: true, request: ofOutsider },
    makeAdmin: { outcomes: admins, isAlone: true, request: ofOutsider },
    removeAdmin: { outcomes: admins, request: ofOutsider },
    resetSecondFactor: { outcomes: admins, request: ofOutsider },
    resetLink: { outcomes: admins, request: ofOutsider },
    liftLimit: { outcomes: admins, request: ofOutsider },
    applyLimit: { outcomes: admins, request: ofOutsider },
    senders: { outcomes: admins },
  },
  audit: {
    list: { outcomes: admins },
  },
  backups: {
    read: { outcomes: admins },
    change: { outcomes: admins, before: createBackupTarget, request: (world) => ({ body: backupForm(world) }) },
    start: { outcomes: admins, isAlone: true, before: chooseBackupTarget },
  },
  clock: {
    read: { outcomes: admins },
    confirm: { outcomes: admins },
  },
  health: {
    read: { outcomes: admins },
  },
  disk: {
    read: { outcomes: admins },
  },
  retention: {
    read: { outcomes: admins },
    change: { outcomes: admins, request: () => ({ body: KEPT }) },
    preview: { outcomes: admins, request: () => ({ body: { ...KEPT, messages: 30 } }) },
  },
  storage: {
    read: { outcomes: admins },
    count: { outcomes: admins },
  },
  streets: {
    read: { outcomes: admins },
    upload: {
      outcomes: adminsCreate,
      request: () => ({ form: {}, files: [{ name: 'sendai.pmtiles', bytes: streetArchive() }] }),
    },
    add: { outcomes: admins, before: putMapFile, request: () => ({ body: { name: 'sendai.pmtiles' } }) },
    remove: { outcomes: admins },
  },
  streetExtracts: {
    read: { outcomes: admins },
    // The source of the test server does not answer (street-extracts.test.ts).
    measure: { outcomes: { ...admins, admin: 409 }, request: () => ({ body: { area: SENDAI } }) },
    start: { outcomes: adminsCreate, isAlone: true, request: () => ({ body: { area: SENDAI } }) },
    retry: { outcomes: { ...admins, admin: 409 }, isAlone: true },
    cancel: { outcomes: admins, isAlone: true },
  },
  lacs: {
    groups: { outcomes: admins },
    createGroup: { outcomes: adminsCreate, request: () => ({ body: lacsGroupForm() }) },
    updateGroup: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.lacsGroup), body: lacsGroupForm() }) },
    removeGroup: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.emptyLacsGroup) },
    units: { outcomes: admins },
    createUnit: { outcomes: adminsCreate, request: () => ({ body: lacsUnitForm() }) },
    updateUnit: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.lacsUnit), body: lacsUnitForm() }) },
    removeUnit: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.lacsUnit) },
  },
  // The test server is in no group, and no unit answers (units.test.ts).
  units: {
    read: { outcomes: admins },
    // The LACS group of the test server shares no data, before another rule lets it.
    start: {
      outcomes: { ...admins, admin: 409 },
      isAlone: true,
      request: () => ({ body: { LacsUnitId: FIXTURE_IDS.lacsUnit } }),
    },
    createCode: { outcomes: { ...admins, admin: 409 } },
    join: {
      outcomes: { ...admins, admin: 409 },
      request: () => ({ body: { address: '127.0.0.1:9', code: '0123-4567-89AB-CDEF' } }),
    },
    request: { outcomes: admins },
    admit: { outcomes: { ...admins, admin: 409 }, request: () => ({ body: { file: 'request' } }) },
    accept: { outcomes: { ...admins, admin: 400 }, request: () => ({ body: { file: 'answer' } }) },
    confirm: { outcomes: { ...admins, admin: 409 }, request: () => byId(FIXTURE_IDS.lacsUnit) },
    reject: { outcomes: { ...admins, admin: 409 }, request: () => byId(FIXTURE_IDS.lacsUnit) },
    revoke: { outcomes: { ...admins, admin: 409 }, request: () => byId(FIXTURE_IDS.lacsUnit) },
    write: { outcomes: { ...admins, admin: 409 }, request: () => ({ body: { UnitIds: [FIXTURE_IDS.lacsUnit] } }) },
    take: { outcomes: { ...admins, admin: 409 }, request: () => ({ body: { bundle: 'AAAA' } }) },
  },
  unitFolder: {
    change: { outcomes: { ...admins, admin: 409 }, request: () => ({ body: { target: 'off', folder: '', disk: '' } }) },
  },
  unitPeers: {
    pair: { outcomes: everyActor(403), request: () => ({ body: { request: 'request', proof: 'proof' } }) },
    exchange: { outcomes: everyActor(409), request: () => ({ body: { bundle: 'AAAA' } }) },
  },
  // Also in the chats of alerts (reports.test.ts).
  reports: {
    message: { outcomes: groupMembersOnly, request: ({ messageId }) => ({ ...byId(messageId), body: { reason: 'rude' } }) },
    person: { outcomes: members, request: ({ memberId }) => ({ ...byId(memberId), body: { reason: 'rude' } }) },
    mine: { outcomes: members },
  },
  adminReports: {
    list: { outcomes: admins },
    count: { outcomes: admins },
    done: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.report), body: { note: 'talked to them' } }) },
  },
  dashboard: {
    sections: { outcomes: everyActor(200) },
    createSection: { outcomes: adminsCreate, request: () => ({ body: sectionForm }) },
    orderSections: { outcomes: admins, isAlone: true, request: () => ({ body: { ids: [FIXTURE_IDS.section] } }) },
    updateSection: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.section), body: sectionForm }) },
    removeSection: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.section) },
    links: { outcomes: everyActor(200), request: () => byId(FIXTURE_IDS.section) },
    createLink: { outcomes: adminsCreate, request: () => ({ form: linkForm }) },
    updateLink: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.link), form: linkForm }) },
    removeLink: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.link) },
    orderLinks: {
      outcomes: admins,
      isAlone: true,
      request: () => ({
        ...byId(FIXTURE_IDS.section),
        body: { ids: [FIXTURE_IDS.link] },
      }),
    },
  },
}
