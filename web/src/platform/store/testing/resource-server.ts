import { z } from 'zod'
import { ApiError } from '../../connection/http-errors.ts'
import { defineLive } from '../../connection/live.ts'
import { isCovered } from '../coverage.ts'
import { defineVersioned } from '../entity.ts'
import { defineResource } from '../resource.ts'
import { registerEntities } from '../stores.ts'
import type { JournalEvent } from './stored-pages.ts'

// A model of any feature with a resource: notes in folders. A user may lose the right to read a folder and get it back.

const Folder = z.object({ id: z.string(), version: z.number() })
const Note = z.object({ id: z.string(), folderId: z.string(), version: z.number(), text: z.string() })
export type Note = z.infer<typeof Note>

const idOf = (kind: number, number: number) =>
  `0199000${kind}-${String(number).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`
export const folderIds = [idOf(1, 1), idOf(1, 2)] as const
export const folderEntity = defineVersioned<z.infer<typeof Folder>>({ name: 'folder' })

/** @param fetch returns a page of the notes in a folder */
export const defineNotes = (fetch: (folderId: string, query: { cursor?: string }) => Promise<Page>) =>
  defineResource<Note>({ name: 'note', parent: 'folder', parentId: ({ folderId }) => folderId, fetch })
export type Notes = ReturnType<typeof defineNotes>

interface Page {
  readonly items: readonly Note[]
  readonly nextCursor: string | null
}

export const storeOf =
  ({ types }: Notes) =>
  (cache: Parameters<Notes['storeOf']>[0]) =>
    registerEntities(cache, [folderEntity, ...types])

export const liveOf = (notes: Notes) =>
  defineLive(
    {
      'folder:created': Folder,
      'folder:removed': Folder,
      'note:created': Note,
      'note:updated': Note,
      'note:deleted': Note.pick({ id: true, version: true }),
    },
    {
      'folder:created': (cache, folder) => {
        storeOf(notes)(cache).put(folderEntity, folder)
        notes.refetch(cache, folder.id)
      },
      'folder:removed': (cache, { id, version }) => storeOf(notes)(cache).remove(folderEntity, id, version),
      'note:created': notes.put,
      'note:updated': notes.put,
      'note:deleted': notes.remove,
    },
  )

export const changes = ['write', 'write', 'write', 'edit', 'delete', 'close', 'open', 'open'] as const
export type Change = (typeof changes)[number]

/** The server of the folders and notes, and the events that a user receives. */
export class NoteServer {
  readonly journal: JournalEvent[] = []
  /** The ids of notes with a change whose event the user never receives. */
  readonly missed = new Set<string>()
  readonly #folders = folderIds.map((id) => ({ id, version: 1, isOpen: true }))
  readonly #pageSize: number
  #notes: Note[] = []
  #count = 0

  constructor(pageSize: number) {
    this.#pageSize = pageSize
    for (const { id, version } of this.#folders) this.journal.push(['folder:created', { id, version }])
  }

  change(change: Change, nth: number) {
    const folder = this.#folders[nth % this.#folders.length]
    if (!folder) return
    if (change === 'close' || change === 'open') {
      if (folder.isOpen === (change === 'open')) return
      folder.isOpen = change === 'open'
      folder.version += 1
      this.journal.push([folder.isOpen ? 'folder:created' : 'folder:removed', { id: folder.id, version: folder.version }])
    } else if (change === 'write') {
      const number = this.#count++
      this.#emit('note:created', { id: idOf(2, number), folderId: folder.id, version: 1, text: `note ${number}` })
    } else {
      const note = this.#notes[nth % Math.max(1, this.#notes.length)]
      if (!note) return
      const isEdit = change === 'edit'
      this.#emit(isEdit ? 'note:updated' : 'note:deleted', { ...note, version: note.version + 1, text: `${note.text}!` })
    }
  }

  #emit(name: string, note: Note) {
    const others = this.#notes.filter(({ id }) => id !== note.id)
    this.#notes = name === 'note:deleted' ? others : [...others, note].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    if (this.isOpen(note.folderId)) this.journal.push([name, note])
    else this.missed.add(note.id)
  }

  isOpen = (id: string): boolean => this.#folders.some((folder) => folder.id === id && folder.isOpen)

  /** Returns the notes in a folder, the newest first. */
  list(folderId: string): readonly Note[] {
    if (!this.isOpen(folderId)) return []
    return this.#notes.filter((note) => note.folderId === folderId).toReversed()
  }

  /** Returns the reply to a request for a page. */
  page(folderId: string, { cursor }: { cursor?: string }): Page {
    if (!this.isOpen(folderId)) throw new ApiError(404, { code: 'page.notFound', message: '', issues: [] })
    const rest = this.list(folderId).filter(({ id }) => cursor === undefined || !isCovered(id, cursor, 'desc'))
    const items = rest.slice(0, this.#pageSize)
    return { items, nextCursor: rest.length > items.length ? (items.at(-1)?.id ?? null) : null }
  }
}
