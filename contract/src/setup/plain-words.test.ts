import { expect, test } from 'vitest'
import { LANGUAGES } from '../i18n.ts'
import { catalogueTexts } from '../texts.ts'
import { joinSheetMessages } from './join-sheet-texts.ts'

/** The guide, the poster of the hotspot, and the check of a device. Administrators and members read them in the first hour. */
const FIRST_HOUR = /^(?:setup|hotspot|ready)\./
/** Words of the product's inside and of its operators. */
const JARGON =
  /LACS|pmtiles|protomaps|anonymous data|匿名データ|schema|スキーマ|database|データベース|PostgreSQL|\b(?:DNS|TLS|SSL|JSON|SMTP|VAPID)\b|localhost|tokens?\b|トークン|hash|ハッシュ|certificate|証明書/i
/** The name of a setting. */
const SETTING = /\b[A-Z]+(?:_[A-Z]+)+\b/

test('the texts of the first hour have no jargon in any language', () => {
  const found = [...Object.entries(catalogueTexts).filter(([key]) => FIRST_HOUR.test(key)), ...Object.entries(joinSheetMessages)]
  expect(found.length).toBeGreaterThan(150)
  const withJargon = found.flatMap(([key, text]) =>
    LANGUAGES.flatMap((language) => {
      const shown = JSON.stringify(text[language])
      const [word] = JARGON.exec(shown) ?? SETTING.exec(shown) ?? []
      return word === undefined ? [] : `${key} (${language}): ${word}`
    }),
  )
  expect(withJargon).toEqual([])
})
