/** Name of the cache of the fonts. All versions of the application share it, because the fonts are the same. */
const NAME = 'map-fonts'

/** Whether a URL path is a font of the map. */
export const isMapFont = (pathname: string): boolean => pathname.startsWith('/map/fonts/')

/** Answers a request for a font of the map. Each font is stored at its first use, so that the stored map has labels. */
export async function mapFont(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const known = await find(pathname)
  if (known) return known
  const response = await fetch(request)
  if (response.status === 200) await keep(pathname, response.clone())
  return response
}

async function find(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(NAME)).match(path, { ignoreVary: true })
  } catch {
    return undefined // a failure of the storage is ignored: the server has the file
  }
}

async function keep(path: string, response: Response): Promise<void> {
  try {
    await (await caches.open(NAME)).put(path, response)
  } catch {
    // The storage is full.
  }
}
