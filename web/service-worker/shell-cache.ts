import type { ShellList } from './shell-list.ts'

const PREFIX = 'shell-'
/** Files that are fetched at a time. A browser has six connections to a server, and an SOS needs one. */
const PARALLEL = 3

/**
 * The cache of one version of the application. It contains only what the build created, never a reply of the API.
 * @param isOnlyVersion returns whether no window and no other worker may use another version
 */
export function createShellCache({ version, hashed, fixed }: ShellList, isOnlyVersion: () => Promise<boolean>) {
  const name = PREFIX + version
  const otherNames = async () => (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name)

  /** Returns a stored file. A storage that fails is ignored: the server has the file. */
  async function find(path: string): Promise<Response | undefined> {
    try {
      const own = await (await caches.open(name)).match(path, { ignoreVary: true })
      // A window of another version needs the files of that version.
      return own ?? (path in fixed ? undefined : await caches.match(path, { ignoreVary: true }))
    } catch {
      return undefined
    }
  }

  /** Returns a file of this version. The hash makes sure that a fixed name is not of another version. */
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

  return {
    /** Stores all files of the shell. Rejects if one is missing; the next attempt continues. */
    async fill(): Promise<void> {
      const waiting = [...Object.keys(fixed), ...hashed]
      const work = async () => {
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await store(path)
      }
      await Promise.all(Array.from({ length: PARALLEL }, work))
    },
    /** Whether a URL path belongs to the build. */
    hasFile: (path: string): boolean => path.startsWith('/assets/') || (path !== '/' && path in fixed),
    /** Answers a navigation. */
    page: async (request: Request): Promise<Response> => (await find('/')) ?? fetch(request),
    /** Answers a request of a page for a file of the build. A file that is not in the shell is stored at its first use. */
    async file(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      const known = await find(pathname)
      if (known) return known
      const response = await fetch(request)
      if (response.status === 200) await keep(pathname, response.clone())
      return response
    },
    /** Fetches the headers of index.html, such as the policy, which depend on the settings of the server. */
    async renewPage(): Promise<void> {
      try {
        await keep('/', await fetchFile('/'))
      } catch {
        // The server is unreachable or has another version.
      }
    },
    /** Deletes other versions if none of them is used. */
    async deleteOthers(): Promise<void> {
      if (!(await isOnlyVersion())) return
      for (const other of await otherNames()) await caches.delete(other)
    },
  }
}
