import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { defineEntity } from './entity.ts'
import type { EntityStore } from './entity-store.ts'

interface NamedPerson {
  readonly id: string
  readonly version: number
  readonly person: Person
}

/** The name and picture of a person after a change. Entities contain the name and picture at the time of their read. */
export const personEntity = defineEntity<NamedPerson>({
  name: 'person',
  id: ({ id }) => id,
  version: ({ version }) => version,
})

type People = (id: string) => Person | undefined

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Returns an object with the person's new name and picture; null if the object is not a changed person. A person has an
 * id and a full name, or a location on the map.
 */
function updatedPerson(value: Record<string, unknown>, people: People): Record<string, unknown> | null {
  const person = typeof value['id'] === 'string' ? people(value['id']) : undefined
  if (!person) return null
  if ('fullName' in value) return { ...value, ...person }
  const { firstName, lastName, fullName: name, avatarUrl } = person
  return value['kind'] === 'user' ? { ...value, name, firstName, lastName, avatarUrl } : null
}

/** Returns data with the new names and pictures of people. Returns the same object if it contains none of them. */
export function withPeople<Data>(data: Data, people: People): Data {
  // `as`: only the fields of people change
  return replaced(data, people) as Data
}

function replaced(data: unknown, people: People): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item: unknown) => replaced(item, people))
    return items.some((item, index) => item !== data[index]) ? items : data
  }
  if (!isRecord(data)) return data
  const person = updatedPerson(data, people)
  if (person) return person
  const entries = Object.entries(data).map(([key, value]) => [key, replaced(value, people)] as const)
  return entries.some(([key, value]) => value !== data[key]) ? Object.fromEntries(entries) : data
}

/**
 * Returns data of the store with the newest names and pictures. Views that call it depend on {@link peopleRevision}.
 */
export const withKnownPeople = <Data>(store: EntityStore, data: Data): Data =>
  peopleRevision(store) === 0 ? data : withPeople(data, (id) => store.get(personEntity, id)?.person)

/** A number that is incremented when the name or picture of a person changes. */
export const peopleRevision = (store: EntityStore): number => store.feed(personEntity).end
