import { type AccessOf, admins, adminsCreate, members } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
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

export const exchangeAccess: AccessOf<'alertFeeds' | 'notices' | 'noticeSources' | 'noticeRules'> = {
  alertFeeds: {
    list: { outcomes: admins },
    create: { outcomes: adminsCreate, request: () => ({ body: feed() }) },
    revoke: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.alertFeed) },
  },
  notices: { list: { outcomes: members }, shapes: { outcomes: members } },
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
