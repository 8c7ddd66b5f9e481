import { type AccessOf, admins, adminsCreate, members } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { type TakFiles, takFiles, takForm } from '../scenes/tak-server.ts'
import type { World } from '../scenes/world.ts'
import { byId } from './request-values.ts'

const feed = () => ({
  name: 'Fire department',
  recipient: 'Fire department of Wakaba',
  isTest: true,
  includesNames: false,
  includesTexts: false,
  includesLocations: true,
  includesDrills: false,
})
const rule = () => ({ kind: 'earthquake', minSeverity: 'severe', areas: ['宮城県'], question: 'Are you safe?' })
const notice = `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier><sender>city</sender>
  <sent>2026-11-30T09:00:00+09:00</sent><status>Test</status><msgType>Alert</msgType><scope>Public</scope>
  <info><category>Met</category><event>Rain</event><urgency>Future</urgency><severity>Minor</severity>
  <certainty>Likely</certainty><area><areaDesc>Wakaba</areaDesc></area></info></alert>`

let files: TakFiles | undefined
/** Its certificates are read when the setting is stored, and it is on this machine, which the operator has not allowed. */
const createTakFiles = async () => {
  files ??= await takFiles()
}
const takServer = () => (files === undefined ? {} : { ...takForm(files, 8089), host: 'localhost' })
const addTakServer = async ({ noroshi }: World) => {
  await noroshi.db
    .insertInto('tak_servers')
    .values({
      id: FIXTURE_IDS.takServer,
      recipient: 'Rescue',
      host: '192.0.2.1',
      port: 8089,
      certificate_name: '',
      is_test: true,
      includes_names: false,
      includes_texts: false,
      includes_people: false,
      includes_drills: false,
      identity: JSON.stringify({ format: 'pem', certificate: '', key: '' }),
      authority: '',
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const exchangeAccess: AccessOf<'alertFeeds' | 'takServer' | 'tak' | 'notices' | 'noticeSources' | 'noticeRules'> = {
  alertFeeds: {
    list: { outcomes: admins },
    create: { outcomes: adminsCreate, request: () => ({ body: feed() }) },
    revoke: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.alertFeed) },
  },
  notices: { list: { outcomes: members }, shapes: { outcomes: members } },
  takServer: {
    read: { outcomes: admins },
    save: { outcomes: admins, isAlone: true, before: createTakFiles, request: () => ({ body: takServer() }) },
    remove: { outcomes: admins, isAlone: true, before: addTakServer },
  },
  tak: {
    markers: { outcomes: members },
    readSharing: { outcomes: members },
    share: { outcomes: members, request: () => ({ body: { isShared: false, recipient: 'Rescue', includesNames: false } }) },
  },
  noticeSources: {
    list: { outcomes: admins },
    create: { outcomes: adminsCreate, request: () => ({ body: { name: 'City', channel: 'file' } }) },
    addFile: { outcomes: admins, request: () => ({ ...byId(FIXTURE_IDS.noticeSource), body: { content: notice } }) },
    remove: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.noticeSource) },
  },
  noticeRules: {
    list: { outcomes: admins },
    create: { outcomes: adminsCreate, request: () => ({ body: rule() }) },
    remove: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.noticeRule) },
  },
}
