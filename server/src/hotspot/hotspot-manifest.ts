import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { STATE } from './hotspot-files.ts'

/** The list of everything that the installation changed. The service reads the Wi-Fi of the printed sheet from it. */
export const MANIFEST = `${STATE}/installed.json`

const Manifest = z.object({
  version: z.literal(1),
  installedAt: z.iso.datetime(),
  interface: z.string(),
  wifi: z.object({ name: z.string(), passphrase: z.string() }),
  hasNetworkManager: z.boolean(),
  /** Units of systemd, which are stopped first. */
  units: z.array(z.string()),
  files: z.array(z.string()),
  /** Folders that are removed with their content. */
  folders: z.array(z.string()),
  /** Folders that the installation made for single files. They are removed if they are empty. */
  madeFolders: z.array(z.string()),
  /** Priorities of rules of the routing. */
  rules: z.array(z.int()),
})
export type Manifest = z.infer<typeof Manifest>

/** Returns the manifest; null where no hotspot is installed. @throws an error if it cannot be read. */
export async function readManifest(file = MANIFEST): Promise<Manifest | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : Manifest.parse(JSON.parse(text))
}
