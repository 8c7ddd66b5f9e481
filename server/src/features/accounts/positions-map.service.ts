import type { Deps } from '#/deps.ts'
import { groupIdsOf } from '#/features/alerts/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { ReadyJson } from '#/http/send-json.ts'
import { presentPosition } from './positions.service.ts'
import { positionMarks, positionsIn } from './positions.sql.ts'

/** Audiences whose map is remembered. */
const AUDIENCES_MAX = 8

/** What people of the same groups were shown last. */
interface Shown {
  /** As the database said it: while it says the same, nothing changed. */
  readonly marks: string
  /** What is told of each, by their id, in the order of names. */
  readonly people: ReadonlyMap<string, { readonly mark: string; readonly json: string }>
  readonly whole: ReadyJson
}

const idOf = (mark: string): string => mark.slice(0, 36)

const wholeOf = (people: Shown['people'], exceptId?: string): ReadyJson => {
  const items: string[] = []
  for (const [id, { json }] of people) if (id !== exceptId) items.push(json)
  return new ReadyJson(`{"items":[${items.join(',')}]}`)
}

/**
 * The map of people of one's own groups. Who may be seen, and whether anything changed, the database says anew each time; what
 * is remembered are the words for it, so that a map of ten thousand is not read, written and compressed again for everybody.
 */
export function positionsMap(deps: Deps): (viewer: SignedIn) => Promise<ReadyJson> {
  const remembered = new Map<string, Shown>()

  return async (viewer) => {
    const groups = (await groupIdsOf(deps.db, viewer.id)).toSorted()
    const key = groups.join(' ')
    const marks = await positionMarks(deps.db, groups, deps.now())
    const last = remembered.get(key)
    const shown = last?.marks === marks ? last : await shownNow(groups, marks, last)
    remembered.delete(key)
    remembered.set(key, shown)
    const [oldest] = remembered.keys()
    if (remembered.size > AUDIENCES_MAX && oldest !== undefined) remembered.delete(oldest)
    return shown.people.has(viewer.id) ? wholeOf(shown.people, viewer.id) : shown.whole
  }

  /** Asks only for those of whom something changed; who is gone since then is not told of. */
  async function shownNow(groups: readonly string[], marks: string, last: Shown | undefined): Promise<Shown> {
    const lines = marks === '' ? [] : marks.split('\n')
    const changed = lines.filter((mark) => last?.people.get(idOf(mark))?.mark !== mark).map(idOf)
    const rows = changed.length === 0 ? [] : await positionsIn(deps.db, groups, deps.now(), changed)
    const told = new Map(rows.map((row) => [row.id, JSON.stringify(presentPosition(row))]))
    const isChanged = new Set(changed)
    const people = new Map<string, { mark: string; json: string }>()
    for (const mark of lines) {
      const id = idOf(mark)
      const json = isChanged.has(id) ? told.get(id) : last?.people.get(id)?.json
      if (json !== undefined) people.set(id, { mark, json })
    }
    // Somebody who came between the two questions is asked for again the next time.
    return { marks: [...people.values()].map(({ mark }) => mark).join('\n'), people, whole: wholeOf(people) }
  }
}
