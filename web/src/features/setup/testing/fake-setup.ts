import { type Setup, type SetupFacts, SetupStep, type StepState } from '@noroshi/contract/setup/setup.http'

/** The facts of a new server. */
const newFacts: SetupFacts = {
  name: 'Noroshi',
  location: null,
  language: null,
  members: 1,
  readyMembers: 0,
  reportedMembers: 0,
  administrators: 1,
  hasOpenInvitation: false,
  hasGroup: false,
  hasGroupMember: false,
  hasFeed: false,
  hasPost: false,
  backup: { isOn: false, isComplete: null, endedAt: null, rehearsal: null },
  drill: null,
  readyPage: { link: '/ready', hosts: ['192.168.1.5'], httpPort: null },
}

interface Changes {
  facts?: Partial<SetupFacts>
  states?: { readonly [Step in SetupStep]?: StepState }
  isDismissed?: boolean
}

/** Returns the guide of a new server with changes. Steps without a state are open. */
export const fakeSetup = ({ facts, states = {}, isDismissed = false }: Changes = {}): Setup => ({
  items: [],
  isDismissed,
  guide: {
    steps: SetupStep.options.map((step) => ({ step, state: states[step] ?? 'open' })),
    facts: { ...newFacts, ...facts },
  },
})
