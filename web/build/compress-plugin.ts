import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(html|js|mjs|css|json|svg|webmanifest)$/
/** The best quality: it takes five times as long as the server's own compression and is a twelfth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes the compressed form of each file beside it, so that the server does not compress it (decisions/0044). */
export function compressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'noroshi-compress',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = path.resolve(root, outDir)
    },
    // After the service worker is written (shell-plugin.ts).
    async closeBundle(error) {
      if (error) return // a missing folder would hide why the build failed
      const files = await readdir(folder, { recursive: true })
      const compress = async (file: string) => {
        const content = await readFile(path.join(folder, file))
        await writeFile(path.join(folder, `${file}.br`), await promisify(brotliCompress)(content, BROTLI))
      }
      await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map(compress))
    },
  }
}
