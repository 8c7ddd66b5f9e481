import { access, chmod, constants, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'

/** Rights of a directory that PostgreSQL accepts: none for others, and none to write for the group. */
const REFUSED_RIGHTS = 0o027

/**
 * Gives a cluster the owner and the rights that PostgreSQL requires, as far as this process may: a copy by root, or from a stick
 * without rights, has others.
 * @param owner the user that runs PostgreSQL
 * @throws an error that says what to do
 */
export async function repairRights(dir: string, owner: { readonly uid: number; readonly gid: number }): Promise<void> {
  // A PostgreSQL that runs deletes files meanwhile.
  for (const entry of [dir, ...(await entriesOf(dir))]) await unlessAbsent(repairEntry(entry, dir, owner))
  if (((await stat(dir)).mode & REFUSED_RIGHTS) !== 0) await chmod(dir, 0o700)
  if (((await stat(dir)).mode & REFUSED_RIGHTS) !== 0)
    throw new Error(
      `the file system of ${dir} keeps no rights of files, as on a FAT stick, and PostgreSQL refuses it. Copy the folder ${path.dirname(dir)} to a disk of Linux and set DATA_DIR to it.`,
    )
}

async function repairEntry(entry: string, dir: string, owner: { readonly uid: number; readonly gid: number }): Promise<void> {
  const found = await lstat(entry)
  if (found.uid !== owner.uid) {
    // A file with other names may be one that is not of the cluster.
    if (process.getuid?.() !== 0 || (found.nlink > 1 && found.isFile()))
      throw new Error(`${entry} belongs to another user. Run: sudo chown -R ${userName()}: ${path.dirname(dir)}`)
    await lchown(entry, owner.uid, owner.gid)
  }
  const needed = found.isDirectory() ? 0o700 : 0o600
  if (!found.isSymbolicLink() && (found.mode & needed) !== needed) await chmod(entry, (found.mode & 0o777) | needed)
}

/** The name of this user, or its id if the system knows no name, as in a container with an id of its own. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

const unlessAbsent = (task: Promise<void>): Promise<void> =>
  task.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

/**
 * Creates the data directory, and checks that this user may use it and the given files in it.
 * @throws an error that says what to do
 */
export async function openDataDir(folder: string, files: readonly string[] = []): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const file of files)
      await access(path.join(folder, file), constants.R_OK | constants.W_OK).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, folder)
  }
}

/** Replaces an error about missing rights by one that says what to do. */
const explained = (error: NodeJS.ErrnoException, folder: string): Error =>
  error.code === 'EACCES' || error.code === 'EPERM'
    ? new Error(`${error.path ?? folder} may not be used. Run: sudo chown -R ${userName()}: ${folder}`, { cause: error })
    : error

async function entriesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] // a directory that PostgreSQL deletes meanwhile
    throw explained(error, path.dirname(dir))
  })
  return entries.map(({ parentPath, name }) => path.join(parentPath, name))
}
