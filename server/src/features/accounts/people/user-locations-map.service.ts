import type { Deps } from '#/deps.ts'
import { groupIdsOf } from '#/features/alerts/groups/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { Piece } from '#/http/gzip.ts'
import { ReadyJson } from '#/http/send-json.ts'
import { presentUserLocation } from './user-locations.service.ts'
import { locationVersions, locationRows } from './user-locations.sql.ts'

/** Max maps in the cache. There is one for each set of alert groups. */
const CACHED_MAPS_MAX = 8

/** Users in one piece of the reply. A changed location only recompresses its piece. */
const USERS_PER_PIECE = 200
const [OPENING, SEPARATOR, CLOSING] = [new Piece('{"items":['), new Piece(','), new Piece(']}')]

interface CachedUser {
  readonly version: string
  readonly json: string
}

/** The last map for viewers of the same groups. */
interface CachedMap {
  /** The result of `locationVersions`. The map is unchanged if it is equal. */
  readonly versions: string
  /** The users by id, in order of id. */
  readonly people: ReadonlyMap<string, CachedUser>
  /** The JSON of `people` in compressed pieces. */
  readonly pieces: readonly Piece[]
  readonly json: ReadyJson
}

const idOf = (version: string): string => version.slice(0, 36)

const jsonOf = (pieces: readonly Piece[]): ReadyJson =>
  new ReadyJson([OPENING, ...pieces.flatMap((piece, index) => (index === 0 ? [piece] : [SEPARATOR, piece])), CLOSING])

/** Splits the users into pieces. Unchanged pieces are reused with their compressed bytes. */
function piecesOf(people: CachedMap['people'], last: readonly Piece[]): Piece[] {
  const items = [...people.values()].map(({ json }) => json)
  return Array.from({ length: Math.ceil(items.length / USERS_PER_PIECE) }, (_, index) => {
    const text = items.slice(index * USERS_PER_PIECE, (index + 1) * USERS_PER_PIECE).join(',')
    const previous = last[index]
    return previous?.text === text ? previous : new Piece(text)
  })
}

/** Returns the map without the viewer, who does not see their own location. */
function withoutUser({ people, pieces }: CachedMap, id: string): ReadyJson {
  const ids = [...people.keys()]
  const ownPiece = Math.floor(ids.indexOf(id) / USERS_PER_PIECE)
  const others = ids.slice(ownPiece * USERS_PER_PIECE, (ownPiece + 1) * USERS_PER_PIECE).filter((userId) => userId !== id)
  const rest = others.length === 0 ? [] : [new Piece(others.map((userId) => people.get(userId)?.json).join(','))]
  return jsonOf([...pieces.slice(0, ownPiece), ...rest, ...pieces.slice(ownPiece + 1)])
}

/**
 * Returns a function that reads the shared locations of the viewer's groups. Each call queries memberships, consent and versions
 * in the database. Only the JSON is cached, so that a map of ten thousand users is not read and compressed for each viewer
 * (decisions/0044).
 */
export function createLocationsMap(deps: Deps): (viewer: SignedIn) => Promise<ReadyJson> {
  const cache = new Map<string, CachedMap>()

  return async (viewer) => {
    const groupIds = (await groupIdsOf(deps.db, viewer.id)).toSorted()
    const key = groupIds.join(' ')
    const versions = await locationVersions(deps.db, groupIds, deps.now())
    const last = cache.get(key)
    const map = last?.versions === versions ? last : await refreshMap(groupIds, versions, last)
    cache.delete(key)
    cache.set(key, map)
    const [oldest] = cache.keys()
    if (cache.size > CACHED_MAPS_MAX && oldest !== undefined) cache.delete(oldest)
    return map.people.has(viewer.id) ? withoutUser(map, viewer.id) : map.json
  }

  /** Queries only the changed users. Users without a row in the result are left out. */
  async function refreshMap(groupIds: readonly string[], versions: string, last: CachedMap | undefined): Promise<CachedMap> {
    const current = versions === '' ? [] : versions.split('\n')
    const changed = current.filter((version) => last?.people.get(idOf(version))?.version !== version).map(idOf)
    const rows = changed.length === 0 ? [] : await locationRows(deps.db, groupIds, deps.now(), changed)
    const refetched = new Map(rows.map((row) => [row.id, JSON.stringify(presentUserLocation(row))]))
    const isChanged = new Set(changed)
    const people = new Map<string, CachedUser>()
    for (const version of current) {
      const id = idOf(version)
      const json = isChanged.has(id) ? refetched.get(id) : last?.people.get(id)?.json
      if (json !== undefined) people.set(id, { version, json })
    }
    // `versions` contains the users of this map only, so that the next call refetches a user who is missing here.
    const pieces = piecesOf(people, last?.pieces ?? [])
    return { versions: [...people.values()].map(({ version }) => version).join('\n'), people, pieces, json: jsonOf(pieces) }
  }
}
