import { paths } from '../src/platform/paths/paths.ts'

/** The first segments of the paths of pages. */
const PAGES = new Set(Object.values(paths).map((path) => path.split('/')[1]))
const FILE_NAME = /\.[^/]*$/

/**
 * Returns whether a path is answered with index.html. All other paths, such as those of the API, files and the map, are
 * left to the server.
 */
export function isPage(pathname: string): boolean {
  return PAGES.has(pathname.split('/')[1]) && !FILE_NAME.test(pathname)
}
