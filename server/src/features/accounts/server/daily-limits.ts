import type { UnitSettings } from '@noroshi/contract/accounts/unit.http'
import type { BudgetKind } from '@noroshi/contract/define'
import {
  BYTES_PER_MB,
  MESSAGE_MAX,
  NEW_ACCOUNT_FILES_MB_MIN,
  NEW_ACCOUNT_HOURS,
  NEW_ACCOUNT_SHARE,
  NEW_ACCOUNT_TEXTS_MIN,
  NEW_ACCOUNTS_PER_ADDRESS,
} from '@noroshi/contract/limits'
import type { Amount } from './daily-usage.sql.ts'

export type LimitSettings = Pick<UnitSettings, 'limitsDailyUse' | 'dailyFilesMb' | 'dailyTexts'>

/** Bytes that each text of the limit adds to the limit of bytes. Most texts are much shorter. */
const BYTES_PER_TEXT = 4096
/** The limit of bytes allows this many texts of the max length, whose characters have up to four bytes. */
const TEXT_BYTES_MIN = NEW_ACCOUNT_TEXTS_MIN * MESSAGE_MAX * 4
const DAY_MS = 86_400_000
const NEW_MS = NEW_ACCOUNT_HOURS * 3_600_000

export const UNLIMITED: Amount = { fileBytes: Infinity, textBytes: Infinity, texts: Infinity }

/** The facts about a user that determine their limits. */
export interface LimitedUser {
  /** Milliseconds since 1970; null: an administrator, whose account is never new. */
  readonly createdAt: number | null
  readonly hasDailyLimit: boolean
}

export const isNew = ({ createdAt }: LimitedUser, now: number): boolean => createdAt !== null && now - createdAt < NEW_MS

/** Returns what a user may send in a day. Alerts, calls and the radio have the limit of other accounts also for new ones. */
export function limitOf(settings: LimitSettings, user: LimitedUser, kind: BudgetKind, now: number): Amount {
  if (!settings.limitsDailyUse || !user.hasDailyLimit) return UNLIMITED
  return kind === 'everyday' && isNew(user, now) ? limitOfNew(settings) : fullLimit(settings)
}

const fullLimit = ({ dailyFilesMb, dailyTexts }: LimitSettings): Amount => ({
  fileBytes: dailyFilesMb * BYTES_PER_MB,
  textBytes: Math.max(dailyTexts * BYTES_PER_TEXT, TEXT_BYTES_MIN),
  texts: dailyTexts,
})

function limitOfNew(settings: LimitSettings): Amount {
  const full = fullLimit(settings)
  const share = (whole: number, min: number) => Math.min(whole, Math.max(Math.floor(whole * NEW_ACCOUNT_SHARE), min))
  return {
    fileBytes: share(full.fileBytes, NEW_ACCOUNT_FILES_MB_MIN * BYTES_PER_MB),
    textBytes: share(full.textBytes, TEXT_BYTES_MIN),
    texts: share(full.texts, NEW_ACCOUNT_TEXTS_MIN),
  }
}

/** Returns what all new accounts of one network address may send together in a day. */
export function limitOfNetwork(settings: LimitSettings, kind: BudgetKind): Amount {
  const ofOne = kind === 'everyday' ? limitOfNew(settings) : fullLimit(settings)
  const { fileBytes, textBytes, texts } = settings.limitsDailyUse ? ofOne : UNLIMITED
  const times = NEW_ACCOUNTS_PER_ADDRESS
  return { fileBytes: fileBytes * times, textBytes: textBytes * times, texts: texts * times }
}

/** Returns the day of a time in UTC, as ISO 8601. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the hours, rounded up, until the user may send more: the day ends, or the account is no longer new. */
export function hoursUntilMore(user: LimitedUser, kind: BudgetKind, now: number): number {
  const ends = [DAY_MS - (now % DAY_MS)]
  if (kind === 'everyday' && user.createdAt !== null && isNew(user, now)) ends.push(user.createdAt + NEW_MS - now)
  return hoursOf(Math.min(...ends))
}

export const hoursOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 3_600_000))
