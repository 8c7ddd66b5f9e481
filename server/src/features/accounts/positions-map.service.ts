import type { Deps } from '#/deps.ts'
import { groupIdsOf } from '#/features/alerts/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { Piece } from '#/http/gzip.ts'
import { ReadyJson } from '#/http/send-json.ts'
import { presentPosition } from './positions.service.ts'
import { positionMarks, positionsIn } from './positions.sql.ts'

/** Audiences whose map is remembered. */
const AUDIENCES_MAX = 8

/** People of one piece of the map: when one of them moves, these are written and compressed again. */
const PEOPLE_A_PIECE = 200
const [BEGINNING, BETWEEN, END] = [new Piece('{"items":['), new Piece(','), new Piece(']}')]

interface Told {
  readonly mark: string
  readonly json: string
}

/** What people of the same groups were shown last. */
interface Shown {
  /** As the database said it: while it says the same, nothing changed. */
  readonly marks: string
  /** What is told of each, by their id, in its order. */
  readonly people: ReadonlyMap<string, Told>
  /** The same, piece by piece. */
  readonly pieces: readonly Piece[]
  readonly whole: ReadyJson
}

const idOf = (mark: string): string => mark.slice(0, 36)

const jsonOf = (pieces: readonly Piece[]): ReadyJson =>
  new ReadyJson([BEGINNING, ...pieces.flatMap((piece, place) => (place === 0 ? [piece] : [BETWEEN, piece])), END])

/** Those that say what they said before are taken over, compressed as they are. */
function piecesOf(people: Shown['people'], last: readonly Piece[]): Piece[] {
  const items = [...people.values()].map(({ json }) => json)
  return Array.from({ length: Math.ceil(items.length / PEOPLE_A_PIECE) }, (_, place) => {
    const text = items.slice(place * PEOPLE_A_PIECE, (place + 1) * PEOPLE_A_PIECE).join(',')
    const before = last[place]
    return before?.text === text ? before : new Piece(text)
  })
}

/** The map of somebody who stands on it, without them. */
function withoutOne({ people, pieces }: Shown, id: string): ReadyJson {
  const ids = [...people.keys()]
  const own = Math.floor(ids.indexOf(id) / PEOPLE_A_PIECE)
  const others = ids.slice(own * PEOPLE_A_PIECE, (own + 1) * PEOPLE_A_PIECE).filter((one) => one !== id)
  const rest = others.length === 0 ? [] : [new Piece(others.map((one) => people.get(one)?.json).join(','))]
  return jsonOf([...pieces.slice(0, own), ...rest, ...pieces.slice(own + 1)])
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
    return shown.people.has(viewer.id) ? withoutOne(shown, viewer.id) : shown.whole
  }

  /** Asks only for those of whom something changed; who is gone since then is not told of. */
  async function shownNow(groups: readonly string[], marks: string, last: Shown | undefined): Promise<Shown> {
    const lines = marks === '' ? [] : marks.split('\n')
    const changed = lines.filter((mark) => last?.people.get(idOf(mark))?.mark !== mark).map(idOf)
    const rows = changed.length === 0 ? [] : await positionsIn(deps.db, groups, deps.now(), changed)
    const told = new Map(rows.map((row) => [row.id, JSON.stringify(presentPosition(row))]))
    const isChanged = new Set(changed)
    const people = new Map<string, Told>()
    for (const mark of lines) {
      const id = idOf(mark)
      const json = isChanged.has(id) ? told.get(id) : last?.people.get(id)?.json
      if (json !== undefined) people.set(id, { mark, json })
    }
    // Somebody who came between the two questions is asked for again the next time.
    const pieces = piecesOf(people, last?.pieces ?? [])
    return { marks: [...people.values()].map(({ mark }) => mark).join('\n'), people, pieces, whole: jsonOf(pieces) }
  }
}
