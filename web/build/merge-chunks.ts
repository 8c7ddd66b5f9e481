/** A chunk: a file of code that the build writes. */
export interface Chunk {
  /** Characters of its code. */
  readonly size: number
  /** Names of the chunks that it imports. They have no cycle. */
  readonly imports: readonly string[]
  /** Whether it stays a file of its own, as the target of `import()`. */
  readonly isAlone: boolean
}

/** The chunks that a page imports together. */
export interface PageImport {
  readonly names: readonly string[]
  /** How much its time counts. */
  readonly weight: number
}

/** The characters of code that cost as much time as one more request. */
export const REQUEST_SIZE = 5_000

/** Chunks that become one file. */
interface Group {
  readonly names: string[]
  size: number
  readonly isAlone: boolean
  readonly imports: Set<Group>
  /** The page imports that load it. */
  readonly loadedBy: Set<PageImport>
}

/**
 * Merges chunks that pages mostly load together. It repeats the merge that saves most, as long as one saves more
 * requests than it adds code to pages that do not need it.
 * @returns the names of the chunks of each merged file
 */
export function mergeChunks(
  chunks: ReadonlyMap<string, Chunk>,
  pageImports: readonly PageImport[],
): readonly (readonly string[])[] {
  let groups = groupsOf(chunks, pageImports)
  for (let merge = bestMerge(groups); merge !== null; merge = bestMerge(groups)) {
    const [into, from] = merge
    mergeInto(groups, into, from)
    groups = groups.filter((group) => group !== from)
  }
  return groups.flatMap(({ names }) => (names.length > 1 ? [names] : []))
}

function groupsOf(chunks: ReadonlyMap<string, Chunk>, pageImports: readonly PageImport[]): Group[] {
  const byName = new Map<string, Group>()
  for (const [name, { size, isAlone }] of chunks)
    byName.set(name, { names: [name], size, isAlone, imports: new Set(), loadedBy: new Set() })
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? [])
  for (const [name, group] of byName) for (const imported of named(chunks.get(name)?.imports ?? [])) group.imports.add(imported)
  for (const pageImport of pageImports) for (const group of withImports(named(pageImport.names))) group.loadedBy.add(pageImport)
  return [...byName.values()]
}

/** Returns groups with all that they import, directly or not. */
function withImports(groups: Iterable<Group>): Set<Group> {
  const found = new Set(groups)
  for (const group of found) for (const imported of group.imports) found.add(imported)
  return found
}

/** Returns the merge of two groups that saves most; null if none saves anything. */
function bestMerge(groups: readonly Group[]): readonly [Group, Group] | null {
  const mergeable = groups.filter(({ isAlone }) => !isAlone)
  const pairs = mergeable.flatMap((a, index) =>
    mergeable.slice(index + 1).flatMap((b) => {
      const saved = savedBy(a, b)
      return saved > 0 ? [{ a, b, saved }] : []
    }),
  )
  let best: readonly [Group, Group] | null = null
  let mostSaved = 0
  for (const { a, b, saved } of pairs.toSorted((one, other) => other.saved - one.saved)) {
    if (saved <= mostSaved) break
    const total = saved - addedImports(a, b) - addedImports(b, a)
    if (total <= mostSaved || hasDetour(a, b) || hasDetour(b, a)) continue
    best = [a, b]
    mostSaved = total
  }
  return best
}

/** Returns the characters that the merge of two groups saves, without their imports. */
function savedBy(a: Group, b: Group): number {
  let saved = 0
  for (const pageImport of a.loadedBy) saved += pageImport.weight * (b.loadedBy.has(pageImport) ? REQUEST_SIZE : -b.size)
  for (const pageImport of b.loadedBy) if (!a.loadedBy.has(pageImport)) saved -= pageImport.weight * a.size
  return saved
}

/** Returns the characters of the imports of `b` that pages with `a` would also load. */
function addedImports(a: Group, b: Group): number {
  const added = [...a.loadedBy].filter((pageImport) => !b.loadedBy.has(pageImport))
  if (added.length === 0) return 0
  let size = 0
  for (const imported of withImports(b.imports))
    for (const pageImport of added)
      if (imported !== a && !imported.loadedBy.has(pageImport)) size += pageImport.weight * (imported.size + REQUEST_SIZE)
  return size
}

/** Whether `a` imports `b` by other groups. Merged, both would import a file that imports them. */
const hasDetour = (a: Group, b: Group): boolean => withImports([...a.imports].filter((imported) => imported !== b)).has(b)

function mergeInto(groups: readonly Group[], into: Group, from: Group) {
  const loadedBy = [...into.loadedBy, ...from.loadedBy]
  for (const imported of from.imports) into.imports.add(imported)
  for (const group of groups) if (group.imports.delete(from)) group.imports.add(into)
  into.imports.delete(into)
  for (const group of withImports([into])) for (const pageImport of loadedBy) group.loadedBy.add(pageImport)
  into.names.push(...from.names)
  into.size += from.size
}
