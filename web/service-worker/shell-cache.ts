import type { ShellList } from './shell-list.ts'

const PREFIX = 'shell-'
/** Max concurrent requests for files. A browser has six connections to a server, and an SOS needs one. */
const PARALLEL = 3

/** Returns the path of a file without the hash in its name. It is the same in all versions. */
const withoutHash = (path: string): string => path.replace(/-[\w-]{8}(?=\.\w+$)/, '')

/**
 * Creates the cache of one version of the application. It contains only files of the build, never a reply of the API.
 * @param isOnlyVersion returns whether no window and no other worker may use another version
 */
export function createShellCache({ version, hashed, later, fixed }: ShellList, isOnlyVersion: () => Promise<boolean>) {
  const name = PREFIX + version
  const otherNames = async () => (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name)

  /** Returns a stored file. A failure of the storage is ignored: the server has the file. */
  async function find(path: string): Promise<Response | undefined> {
    try {
      const own = await (await caches.open(name)).match(path, { ignoreVary: true })
      // A window of another version needs the files of that version.
      return own ?? (path in fixed ? undefined : await caches.match(path, { ignoreVary: true }))
    } catch {
      return undefined
    }
  }

  /** Fetches a file of this version. The hash ensures that a file with a fixed name is not from another version. */
  async function fetchFile(path: string): Promise<Response> {
    const integrity = fixed[path]
    const response = await fetch(path, integrity === undefined ? {} : { integrity, cache: 'no-cache' })
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    return response
  }

  async function keep(path: string, response: Response): Promise<void> {
    try {
      await (await caches.open(name)).put(path, response)
    } catch {
      // The storage is full.
    }
  }

  async function store(path: string): Promise<void> {
    const cache = await caches.open(name)
    if (await cache.match(path)) return // an earlier attempt was interrupted
    // An earlier version may have the same file.
    await cache.put(path, (await find(path)) ?? (await fetchFile(path)))
  }

  async function each(paths: readonly string[], run: (path: string) => Promise<void>): Promise<void> {
    const waiting = [...paths]
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await run(path)
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
  }

  /**
   * Stores this version of each file that was used in another version, with its imports, which may have other names in
   * each version (decisions/0145). Rejects if a file cannot be fetched.
   */
  async function storeUsed(): Promise<void> {
    const used = new Set<string>()
    for (const other of await otherNames()) {
      const requests = await (await caches.open(other)).keys()
      for (const { url } of requests) used.add(withoutHash(new URL(url).pathname))
    }
    const needed = Object.entries(later).flatMap(([path, imports]) => (used.has(withoutHash(path)) ? [path, ...imports] : []))
    const own = await caches.open(name)
    await each([...new Set(needed)], async (path) => {
      if (await own.match(path)) return
      await keep(path, (await find(path)) ?? (await fetchFile(path)))
    })
  }

  return {
    /**
     * Stores all files of the shell. Rejects if one is missing; the next attempt continues. Stores also the files that
     * were used in an earlier version, so that screens which are readable without the server remain so.
     */
    async fill(): Promise<void> {
      await each([...Object.keys(fixed), ...hashed], store)
      await storeUsed().catch(() => undefined) // retried before the earlier version is deleted
    },
    /** Returns whether a URL path is a file of the build. */
    hasFile: (path: string): boolean => path.startsWith('/assets/') || (path !== '/' && path in fixed),
    /** Answers a navigation. */
    page: async (request: Request): Promise<Response> => (await find('/')) ?? fetch(request),
    /**
     * Answers a request of a page for a file of the build. A file that is not in the shell is stored at its first use.
     */
    async file(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      const known = await find(pathname)
      if (known) return known
      const response = await fetch(request)
      if (response.status === 200) await keep(pathname, response.clone())
      return response
    },
    /**
     * Refetches index.html for its headers, such as the content security policy, which depend on the server's settings.
     */
    async renewPage(): Promise<void> {
      try {
        await keep('/', await fetchFile('/'))
      } catch {
        // The server is unreachable or has another version.
      }
    },
    /** Deletes the caches of other versions if none of them is in use and all used files are in this version. */
    async deleteOthers(): Promise<void> {
      if (!(await isOnlyVersion())) return
      try {
        await storeUsed()
      } catch {
        return // the server is unreachable or has another version
      }
      if (!(await isOnlyVersion())) return // another version was installed meanwhile
      for (const other of await otherNames()) await caches.delete(other)
    },
  }
}
