import { type AccessOf, admins, adminsCreate, everyActor, members, outcomes } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { byId } from './request-values.ts'
import type { World } from '../scenes/world.ts'

const ofAlert = ({ alertId }: World) => byId(alertId)

//                         visitor ended deact. other outsider token admin audience
export const devicesAccess: AccessOf<'alarmApp' | 'devices' | 'push' | 'siren' | 'sirenScreens'> = {
  alarmApp: {
    state: { outcomes: members },
    link: { outcomes: members, request: () => ({ body: { isLooping: true } }) },
    // No session of the world has an app (alarm-app.test.ts).
    test: { outcomes: outcomes(401, 401, 401, 401, 409, 401, 409, 409), isAlone: true },
    unlink: { outcomes: members },
    file: { outcomes: everyActor(200) },
    // A session is no token of a button.
    respond: { outcomes: everyActor(401) },
  },
  devices: {
    report: {
      outcomes: members,
      request: () => ({
        body: {
          checks: { connection: 'good', sound: 'unchecked', notifications: 'problem', storage: 'good', installation: 'good' },
          isChecked: true,
        },
      }),
    },
    readiness: { outcomes: admins },
  },
  push: {
    key: { outcomes: members },
    // Push is off in the world (push-subscriptions.test.ts).
    subscribe: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 403),
      request: () => ({
        // An example of RFC 8291.
        body: {
          endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
        },
      }),
    },
    unsubscribe: { outcomes: members },
    alertShown: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200), request: ofAlert },
  },
  siren: {
    // The code is unknown. The routes of a screen refuse users, also administrators (siren-rights.test.ts).
    pair: { outcomes: everyActor(400), request: () => ({ body: { code: '00000-00000' } }) },
    state: { outcomes: everyActor(401) },
    speak: { outcomes: everyActor(401), request: ofAlert },
  },
  sirenScreens: {
    list: { outcomes: admins },
    create: { outcomes: adminsCreate, request: () => ({ body: { name: 'Hall', groupIds: [FIXTURE_IDS.alertGroup] } }) },
    revoke: { outcomes: admins, isAlone: true, request: () => byId(FIXTURE_IDS.sirenScreen) },
  },
}
