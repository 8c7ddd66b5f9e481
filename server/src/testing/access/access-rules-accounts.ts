import { randomUUID } from 'node:crypto'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import { type AccessOf, admins, adminsCreate, everyActor, members, outcomes } from './access-rules.ts'
import { FIXTURE_IDS } from '../fixtures.ts'
import { accountOf, byId, PASSWORD, PNG, setPasswords } from './request-values.ts'
import type { World } from '../scenes/world.ts'

const profileForm = {
  firstName: 'Hana',
  lastName: 'Mori',
  gender: 'Female',
  phoneNumber: '+81 22 261 1111',
  postalAreaCode: '980-0811',
}
const register = ({ noroshi }: World) => noroshi.visitor.fetch(accountRoutes.register, { body: accountOf('registered') })
const givePasswords = ({ noroshi }: World) => setPasswords(noroshi)
const ofPassword = () => ({ body: { currentPassword: PASSWORD } })
const beginSecondFactors = async (world: World) => {
  await givePasswords(world)
  for (const actor of ['outsider', 'admin', 'audience'] as const)
    await world.actors[actor].caller.fetch(secondFactorRoutes.begin, ofPassword())
}
const membersWithoutFactor = outcomes(401, 401, 401, 401, 409, 401, 409, 409)

//                         visitor ended deact. other outsider token admin audience
export const accountsAccess: AccessOf<
  | 'account'
  | 'lastSeenSharing'
  | 'people'
  | 'personalData'
  | 'password'
  | 'email'
  | 'secondFactor'
  | 'sessions'
  | 'unit'
  | 'invitationImport'
  | 'invitationProposal'
  | 'setup'
  | 'hotspot'
  | 'https'
> = {
  account: {
    unit: { outcomes: everyActor(200) },
    register: { outcomes: everyActor(201), request: (_, actor) => ({ body: accountOf(actor) }) },
    login: {
      outcomes: everyActor(200),
      before: register,
      request: () => ({ body: { email: accountOf('registered').email, password: PASSWORD } }),
    },
    logout: { outcomes: members, isAlone: true, request: () => ({ body: { location: null } }) },
    signOut: { outcomes: everyActor(200), request: () => ({ body: { accessToken: 'unknown' } }) },
    me: { outcomes: members },
    allowsForgottenPassword: { outcomes: everyActor(200) },
    checkInternet: { outcomes: everyActor(200) },
    changeLanguage: { outcomes: members, request: () => ({ body: { language: 'ja' } }) },
    shareLocation: { outcomes: members, request: () => ({ body: { latitude: 38, longitude: 140, accuracy: 5 } }) },
    chooseSharing: { outcomes: members, request: () => ({ body: { mode: 'never' } }) },
    setQuietHours: {
      outcomes: members,
      request: () => ({ body: { quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' } } }),
    },
    positions: { outcomes: members },
  },
  lastSeenSharing: { set: { outcomes: members, request: () => ({ body: { isShared: true } }) } },
  people: {
    search: { outcomes: members, request: () => ({ query: { name: 'Dora' } }) },
    profile: { outcomes: members, request: ({ actors }) => byId(actors.audience.id) },
    // For the user's own profile; other profiles get 403 (profile.test.ts).
    editProfile: { outcomes: members, request: ({ actors }, actor) => ({ ...byId(actors[actor].id), body: profileForm }) },
    changeAvatar: {
      outcomes: members,
      request: ({ actors }, actor) => ({ ...byId(actors[actor].id), files: [{ name: 'me.png', bytes: PNG }] }),
    },
    removeAvatar: { outcomes: members },
  },
  personalData: {
    export: { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), before: givePasswords, request: ofPassword },
    // The world has further administrators; the only one is refused (deletion.test.ts).
    delete: {
      outcomes: members,
      isAlone: true,
      before: givePasswords,
      request: () => ({ body: { currentPassword: PASSWORD, deletesMessages: false } }),
    },
    exportOf: {
      outcomes: adminsCreate,
      before: givePasswords,
      request: ({ actors }) => ({ ...byId(actors.outsider.id), ...ofPassword() }),
    },
    deleteOf: {
      outcomes: admins,
      isAlone: true,
      before: givePasswords,
      request: ({ actors }) => ({ ...byId(actors.outsider.id), body: { currentPassword: PASSWORD, deletesMessages: false } }),
    },
  },
  password: {
    // Without a mail server no user gets a link, and an unknown token is rejected (passwords.test.ts).
    forgotten: { outcomes: everyActor(403), request: () => ({ body: { email: accountOf('registered').email } }) },
    reset: {
      outcomes: everyActor(400),
      request: () => ({ body: { token: 'x', password: PASSWORD, confirmPassword: PASSWORD } }),
    },
    change: {
      outcomes: members,
      before: givePasswords,
      request: () => ({ body: { currentPassword: PASSWORD, password: PASSWORD, confirmPassword: PASSWORD } }),
    },
  },
  email: {
    change: {
      outcomes: members,
      before: givePasswords,
      request: (_, actor) => ({ body: { email: `${actor}.new@example.org`, currentPassword: PASSWORD } }),
    },
    confirm: { outcomes: everyActor(400), request: () => ({ body: { token: 'x' } }) },
  },
  secondFactor: {
    read: { outcomes: members },
    begin: { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), before: givePasswords, request: ofPassword },
    // The code is wrong, and the second factor is off (second-factor.test.ts).
    confirm: {
      outcomes: outcomes(401, 401, 401, 401, 400, 401, 400, 400),
      before: beginSecondFactors,
      request: () => ({ body: { code: '123456' } }),
    },
    renewRecoveryCodes: { outcomes: membersWithoutFactor, before: givePasswords, request: ofPassword },
    remove: {
      outcomes: membersWithoutFactor,
      before: givePasswords,
      request: () => ({ body: { currentPassword: PASSWORD, code: '123456' } }),
    },
  },
  sessions: {
    list: { outcomes: members },
    // A session of another user is not found (own-sessions.test.ts).
    end: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404), request: () => byId(randomUUID()) },
  },
  unit: {
    settings: { outcomes: admins },
    changeSettings: {
      outcomes: admins,
      request: () => ({
        body: { name: 'Hall', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true },
      }),
    },
    invitations: { outcomes: admins },
    invite: { outcomes: adminsCreate, request: () => ({ body: { expiresInDays: 7, maxUses: 5 } }) },
    revokeInvitation: { outcomes: admins, request: () => byId(FIXTURE_IDS.invitation) },
  },
  invitationImport: {
    check: { outcomes: admins, request: () => ({ body: { items: [{ firstName: 'Aoi' }] } }) },
    create: {
      outcomes: admins,
      request: () => ({
        body: {
          clientId: randomUUID(),
          secret: 'a'.repeat(43),
          items: [{ firstName: 'Aoi' }],
          expiresInDays: 7,
          replaces: false,
          mailLanguage: null,
        },
      }),
    },
  },
  invitationProposal: {
    // Without an open invitation there is nothing to propose (invitation-import.test.ts).
    read: { outcomes: everyActor(400), request: () => ({ body: { inviteCode: 'unknown' } }) },
  },
  setup: {
    read: { outcomes: admins },
    change: { outcomes: admins, request: () => ({ body: { isDismissed: true } }) },
    createExample: { outcomes: admins, isAlone: true, request: () => ({ body: { clientId: randomUUID() } }) },
    // There was no drill of a group (send-steps.test.ts).
    sendSteps: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 409, 403),
      request: () => ({ body: { alertId: randomUUID(), address: 'http://192.168.1.5:3000/ready' } }),
    },
  },
  hotspot: {
    read: { outcomes: everyActor(200) },
    wifi: { outcomes: admins },
    // The test server has no hotspot (connectivity-checks.test.ts).
    continue: { outcomes: everyActor(404) },
  },
  https: {
    info: { outcomes: everyActor(200) },
    probe: { outcomes: everyActor(200) },
    // Without an HTTPS port there is nothing to hand over to (handovers.test.ts).
    handOver: { outcomes: everyActor(404), request: () => ({ body: { alertTokens: [], unsentSos: [], language: null } }) },
    claim: {
      outcomes: everyActor(404),
      request: () => ({ body: { code: 'x', claimSecret: 'x'.repeat(43), wantsSession: true } }),
    },
  },
}
