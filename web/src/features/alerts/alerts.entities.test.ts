import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectJoin } from '../../platform/store/testing/laws.ts'
import { alertEntities, DELETED } from './alerts.entities.ts'
import { fakeAlert, fakePerson } from './testing/fake-alerts.ts'

// Each type is a join: copies may arrive in any order and any number of times. Copies of one version are equal, because
// the server raises the version with each change. An alert may lack files in any copy, because events contain only
// those that they added.

const small = fc.nat(4)
const { alertMedias: _files, counts, countsVersion: _version, viewer: _own, ...facts } = fakeAlert(1)
const ids = ['a', 'b', 'c']
const media = (id: string, version: number) => ({ version, media: { id, caption: `in version ${version}` } })

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  alert: fc.tuple(small, fc.subarray(ids)).map(([version, added]) => ({
    ...facts,
    version,
    mediaCount: version,
    medias: added.map((id) => media(id, version)),
  })),
  alertCounts: small.map((version) => ({ id: facts.id, version, counts: { ...counts, delivered: version } })),
  alertAnswer: small.map((version) => ({ id: facts.id, version, seenAt: null, answer: `answer ${version}` })),
  alertHandling: small.map((version) => ({ id: facts.id, version, handling: { version, closeNote: `note ${version}` } })),
  alertAccess: fc.record({
    id: fc.constant(facts.id),
    at: small,
    inAudience: fc.boolean(),
    isRaiser: fc.boolean(),
    holdsToken: fc.boolean(),
    ownVoiceNotes: fc.subarray(ids),
  }),
  alertResponders: small.map((version) => ({ id: facts.id, version, responders: [fakePerson(String(version))] })),
  alertLedger: small.map((at) => ({ id: facts.id, at, data: [{ user: fakePerson('Ben'), answer: `answer ${at}` }] })),
  alertListing: small.map((at) => ({ id: 'active', at })),
}

test.each(alertEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  const copy = copies[name] ?? expect.unreachable(`${name} needs copies here`)
  expectJoin(type, copy, name === 'alert' ? fc.constant(DELETED) : null)
})
