import { defineFeature, described } from '../feature.ts'
import { accountCommands, accountEvents } from './accounts.events.ts'
import { accountRoutes } from './accounts.http.ts'
import { accountMessages } from './accounts.messages.ts'
import { clockRoutes } from './clock.http.ts'
import { emailRoutes } from './email.http.ts'
import { invitationImportRoutes } from './invitation-import.http.ts'
import { invitationImportMessages } from './invitation-import.messages.ts'
import { invitationProposalRoutes } from './invitation-proposal.http.ts'
import { lastSeenSharingRoutes } from './last-seen-sharing.http.ts'
import { lastSeenSharingMessages } from './last-seen-sharing.messages.ts'
import { personalDataRoutes } from './personal-data.http.ts'
import { personalDataMessages } from './personal-data.messages.ts'
import { passwordRoutes } from './passwords.http.ts'
import { passwordMessages } from './passwords.messages.ts'
import { peopleRoutes } from './people.http.ts'
import { peopleMessages } from './people.messages.ts'
import { profileMessages } from './profile.messages.ts'
import { quietHoursMessages } from './quiet-hours.messages.ts'
import { secondFactorRoutes } from './second-factor.http.ts'
import { secondFactorMessages } from './second-factor.messages.ts'
import { sessionRoutes } from './sessions.http.ts'
import { unitRoutes } from './unit.http.ts'
import { unitMessages } from './unit.messages.ts'

export const accounts = defineFeature({
  tag: 'accounts',
  about: 'Registration, sign-in, passwords, two-step sign-in, users and the settings of the server',
  routes: {
    account: accountRoutes,
    lastSeenSharing: lastSeenSharingRoutes,
    people: peopleRoutes,
    password: passwordRoutes,
    email: emailRoutes,
    secondFactor: secondFactorRoutes,
    sessions: sessionRoutes,
    clock: clockRoutes,
    unit: unitRoutes,
    invitationImport: invitationImportRoutes,
    invitationProposal: invitationProposalRoutes,
    personalData: personalDataRoutes,
  },
  events: described(accountEvents, {
    'session:ended': 'The session of this socket ended, also from another device.',
    'unit:changed': 'The public facts of the server changed, also for visitors.',
    'membership:changed': 'The memberships of the user changed, and with them what the user may read.',
    'users:updated': 'A member of the user’s alert groups moved, or stopped sharing the location.',
    'users:profile': 'The name or the picture of a user changed.',
    'users:quiet_hours': 'The quiet hours of the user changed.',
    'users:last_seen_sharing': 'The user changed whether they share when they were last here.',
  }),
  commands: described(accountCommands, {
    'users:join_room': 'Has no effect: each socket is in the room of its user.',
    'users:seen': 'Reports that the user has the app on the screen.',
    'users:unauthorized': 'Leaves the rooms of the session after a 401.',
  }),
  messages: [
    lastSeenSharingMessages,
    passwordMessages,
    personalDataMessages,
    profileMessages,
    quietHoursMessages,
    secondFactorMessages,
    unitMessages,
  ],
  adminMessages: [invitationImportMessages],
  firstMessages: [accountMessages, peopleMessages],
})
