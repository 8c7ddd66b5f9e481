import type { CommandLanguage } from '@noroshi/contract/hands-free/phrases'
import { HELD_OUT_EN } from './held-out-sentences-en.ts'
import { HELD_OUT_JA } from './held-out-sentences-ja.ts'
import type { CommandSentences } from './sentence-lists.ts'
import { TUNING_EN } from './tuning-sentences-en.ts'
import { TUNING_JA } from './tuning-sentences-ja.ts'

/** The sentences that set the confidence of a command. */
export const TUNING: Readonly<Record<CommandLanguage, CommandSentences>> = { en: TUNING_EN, ja: TUNING_JA }

/** The sentences that measure. Nothing is set by them, and they share no name with the others. */
export const HELD_OUT: Readonly<Record<CommandLanguage, CommandSentences>> = { en: HELD_OUT_EN, ja: HELD_OUT_JA }
