import { randomUUID } from 'node:crypto'
import { fieldReportRoutes } from '@noroshi/contract/community-map/field-reports.http'
import { mapOverlayRoutes } from '@noroshi/contract/community-map/map-overlays.http'
import { mapShapeRoutes } from '@noroshi/contract/community-map/map-shapes.http'
import type { World } from '../scenes/world.ts'
import { type AccessOf, admins, adminsCreate, members, outcomes } from './access-rules.ts'
import { byId, PNG } from './request-values.ts'

const report = { subject: 'water', state: 'broken', latitude: 38.26, longitude: 140.87 } as const

/** The report of the last `before`, of `audience`. Before it, an unknown one. */
let reportId: string = randomUUID()
const addReport = async ({ actors }: World) => {
  reportId = (await actors.audience.caller.fetch(fieldReportRoutes.create, { body: report })).id
}
const ofReport = () => byId(reportId)

const line = {
  geometry: 'line',
  kind: 'route',
  name: 'Route',
  color: 'green',
  points: [
    { latitude: 38.26, longitude: 140.87 },
    { latitude: 38.27, longitude: 140.88 },
  ],
} as const

/** The line of the last `before`. Before it, an unknown one. */
let lineId: string = randomUUID()
const drawLine = async ({ actors }: World) => {
  lineId = randomUUID()
  await actors.admin.caller.fetch(mapShapeRoutes.put, { params: { id: lineId }, body: line })
}

const pictures = [{ name: 'map.png', bytes: PNG }]
const overlayForm = () => ({ name: 'Hazard map', clientId: randomUUID() })

/** The picture of the last `before`. Before it, an unknown one. */
let overlayId: string = randomUUID()
const addOverlay = async ({ actors, noroshi }: World) => {
  await noroshi.db.deleteFrom('map_overlays').execute()
  const sent = { form: overlayForm(), files: pictures }
  overlayId = (await actors.admin.caller.fetch(mapOverlayRoutes.create, sent)).id
}
const overlay = { name: 'Hazard map', points: null, opacity: 70, isShown: true }

export const communityMapAccess: AccessOf<'fieldReports' | 'mapShapes' | 'mapOverlays'> = {
  mapOverlays: {
    list: { outcomes: members },
    create: { outcomes: adminsCreate, request: () => ({ form: overlayForm(), files: pictures }) },
    change: { outcomes: admins, before: addOverlay, request: () => ({ ...byId(overlayId), body: overlay }) },
    remove: { outcomes: admins, before: addOverlay, request: () => byId(overlayId) },
  },
  mapShapes: {
    list: { outcomes: members },
    put: { outcomes: admins, request: () => ({ ...byId(randomUUID()), body: line }) },
    remove: { outcomes: admins, before: drawLine, request: () => byId(lineId) },
  },
  fieldReports: {
    list: { outcomes: members },
    detail: { outcomes: members, before: addReport, request: ofReport },
    //                          visitor ended deact. other outsider token admin audience
    create: { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), request: () => ({ body: report }) },
    answer: { outcomes: members, before: addReport, request: () => ({ ...ofReport(), body: { holds: true } }) },
    // The administrator deletes it before its author does.
    remove: { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 404), before: addReport, request: ofReport },
  },
}
