import type { FastifyRequest } from 'fastify'
import type { BudgetKind } from '@noroshi/contract/define'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { sourceOf } from '#/http/source-of.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'

/** Bytes that the smallest file takes on a disk. */
const FILE_BYTES_MIN = 4096

type MeterDeps = Pick<Deps, 'dailyUsage' | 'anonymousBudget'>

/** Counts the text and the files of one upload to the daily limits of its user. */
export class UploadMeter {
  readonly #deps: MeterDeps
  readonly #sender: { readonly userId: string; readonly source: string }
  #kind: BudgetKind
  #arrived = 0
  #release: (() => void) | null = null

  /** @param kind the limits that count until `begin` is called: the fields of a form may come after its files */
  constructor(deps: MeterDeps, { ip }: Pick<FastifyRequest, 'ip'>, userId: string, kind: BudgetKind) {
    this.#deps = deps
    this.#sender = { userId, source: sourceOf(ip) }
    this.#kind = kind
  }

  /** Called with the kind of the form. @throws budget.files, budget.network (507) if the files that arrived are too many for it. */
  async begin(kind: BudgetKind): Promise<void> {
    if (kind === this.#kind) return
    const arrived = this.#arrived
    this.#add(-arrived)
    this.#kind = kind
    if (arrived > 0) await this.accept()
    this.#add(arrived)
  }

  /** Called before each file. @throws budget.files, budget.network, file.noRoom (507). */
  readonly accept = async (): Promise<void> => {
    const { dailyUsage, anonymousBudget } = this.#deps
    const { isNew } = await dailyUsage.assertFilesLeft(this.#sender, this.#kind)
    this.#release ??= dailyUsage.holdFor(this.#sender.userId)
    if (!isNew) return
    await anonymousBudget.checkDisk()
    if (anonymousBudget.isDiskTight) throw new AppError('file.noRoom')
  }

  /** Called with the size of each part of a file as it arrives. @throws budget.files, budget.network (507). */
  readonly count = (bytes: number): void => this.#add(bytes)

  /** Counts the text of the form. @returns a function that uncounts it. @throws budget.texts, budget.textBytes, budget.network. */
  takeText(form: unknown): Promise<() => void> {
    return this.#deps.dailyUsage.takeText(this.#sender, this.#kind, Buffer.byteLength(JSON.stringify(form)))
  }

  /** Counts the files that were stored. */
  async addStored(files: readonly ReceivedFile[]): Promise<void> {
    const bytes = files.reduce((total, { size }) => total + Math.max(size, FILE_BYTES_MIN), 0)
    if (bytes > 0) await this.#deps.dailyUsage.addFiles(this.#sender, this.#kind, bytes)
  }

  /** Called at the end of the request: nothing arrives any more. */
  end(): void {
    this.#add(-this.#arrived)
    this.#release?.()
    this.#release = null
  }

  #add(bytes: number): void {
    if (bytes === 0) return
    this.#arrived += bytes
    this.#deps.dailyUsage.addArriving(this.#sender, this.#kind, bytes)
  }
}
