import { ALERT_TOKEN_FILES_MAX, BYTES_PER_MB } from '@noroshi/contract/limits'
import { AppError } from '#/http/errors.ts'
import { type Finish, storeFile, finishPicture } from '#/http/uploads/upload-session.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import type { AnonymousBudget } from '../anonymous/anonymous-budget.ts'

/** Max width and height in pixels of the one photo that an alert may have when the budget is full. */
const PHOTO_PIXELS = 1024
/** Max bytes of such photos during receipt, for all addresses and for one address. They are stored smaller. */
const ARRIVING_MAX = 256 * BYTES_PER_MB
const ARRIVING_OF_ADDRESS_MAX = 64 * BYTES_PER_MB

let arriving = 0
const arrivingOf = new Map<string, number>()

/** Checks and counts the files of one upload with an alert token, until they are stored or refused. */
export class FileIntake {
  readonly #budget: AnonymousBudget
  readonly #source: string
  readonly #fileCount: () => Promise<number>
  #isFirst = false
  #isRestricted = false
  #accepted = 0
  #bytes = 0

  constructor(budget: AnonymousBudget, source: string, fileCount: () => Promise<number>) {
    this.#budget = budget
    this.#source = source
    this.#fileCount = fileCount
  }

  /** Max files of the alert that were sent with its token. */
  get filesMax(): number {
    return this.#isRestricted ? 1 : ALERT_TOKEN_FILES_MAX
  }

  /** Called before each file. @throws AppError alert.tooManyFiles, file.anonymousFull. */
  readonly accept = async (): Promise<void> => {
    const count = (await this.#fileCount()) + this.#accepted
    if (count >= ALERT_TOKEN_FILES_MAX) throw new AppError('alert.tooManyFiles', { max: ALERT_TOKEN_FILES_MAX })
    await this.#budget.checkDisk()
    this.#isFirst = count === 0
    if (this.#isRestricted || this.#budget.isFullFor(this.#source)) {
      if (!this.#isFirst) throw new AppError('file.anonymousFull')
      this.#isRestricted = true
    }
    this.#accepted += 1
  }

  /** Called with the size of each part of a file as it arrives. @throws AppError file.anonymousFull, file.busy. */
  readonly count = (bytes: number): void => {
    if (!this.#isRestricted && this.#budget.isFullFor(this.#source)) this.#restrict()
    this.#bytes += bytes
    if (this.#isRestricted) this.#countArriving(bytes)
    else this.#budget.reserve(this.#source, bytes)
  }

  readonly finish: Finish = (session, raw, turn) =>
    this.#isRestricted
      ? finishPicture({ as: 'small', pixels: PHOTO_PIXELS }, () => new AppError('file.anonymousFull'))(session, raw, turn)
      : storeFile(session, raw, turn)

  /** Ends the upload: replaces the received bytes in the budget by the stored bytes. */
  end(stored: readonly ReceivedFile[]): void {
    if (this.#isRestricted) this.#countArriving(-this.#bytes)
    else this.#budget.reserve(this.#source, -this.#bytes)
    this.#bytes = 0
    const storedBytes = stored.reduce((sum, { size }) => sum + size, 0)
    if (storedBytes > 0) this.#budget.add(this.#source, storedBytes)
  }

  /** Called when the budget becomes full during a file. Only the first photo of an alert continues. */
  #restrict(): void {
    if (!this.#isFirst) throw new AppError('file.anonymousFull')
    this.#budget.reserve(this.#source, -this.#bytes)
    this.#isRestricted = true
    this.#countArriving(this.#bytes)
  }

  #countArriving(bytes: number): void {
    const ofAddress = (arrivingOf.get(this.#source) ?? 0) + bytes
    arriving += bytes
    if (ofAddress > 0) arrivingOf.set(this.#source, ofAddress)
    else arrivingOf.delete(this.#source)
    if (bytes > 0 && (arriving > ARRIVING_MAX || ofAddress > ARRIVING_OF_ADDRESS_MAX)) throw new AppError('file.busy')
  }
}
