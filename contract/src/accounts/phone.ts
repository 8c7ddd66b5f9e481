import { z } from 'zod'
import { toAsciiNumber } from '../text/numbers.ts'

/** Countries and their calling codes. Japan is first because it is the default of the phone field (specification, section 5). */
export const CALLING_CODES: readonly (readonly [country: string, code: string])[] = (
  'JP81 AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359 BH973 ' +
  'BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 ' +
  'CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 ' +
  'FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 ' +
  'HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 ' +
  'KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 ' +
  'MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 ' +
  'OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 ' +
  'SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TA290 TC1 TD235 TG228 TH66 TJ992 TK690 ' +
  'TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 ' +
  'YT262 ZA27 ZM260 ZW263'
)
  .split(' ')
  .map((entry) => [entry.slice(0, 2), entry.slice(2)])

/** Max digits of a number with its calling code (E.164). */
const PHONE_MAX = 15
const NATIONAL_MIN = 4
/**
 * Patterns of the digits after the calling code, for fixed numbering plans: 9 (landlines) or 10 in Japan, 10 in North America.
 */
const NATIONAL: Record<string, RegExp> = { '81': /^[1-9]\d{8,9}$/, '1': /^[2-9]\d{9}$/ }

const CODES = new Set(CALLING_CODES.map(([, code]) => code))

/**
 * Splits digits into calling code and national number; null if they start with no calling code. No code is a prefix of another.
 */
export function splitPhone(digits: string): { code: string; national: string } | null {
  for (const length of [1, 2, 3]) {
    const code = digits.slice(0, length)
    if (CODES.has(code)) return { code, national: digits.slice(length) }
  }
  return null
}

/** Calling codes of countries whose national numbers may begin with 0: it is part of the number. Elsewhere it is left out. */
const CODES_WITH_ZERO = new Set(['39', '225', '229', '241', '242', '378'])

/**
 * Normalises a phone number (digits of any width, hyphens, direction marks, the leading 0 of national numbers) to digits with
 * the calling code.
 * @returns '' if there are no digits after the calling code; null if the input is not a phone number.
 */
function phoneDigits(input: string): string | null {
  const plain = toAsciiNumber(input)
    .replace(/[\s().\-/ー]/g, '')
    .replace(/^\+|^00/, '')
  if (plain === '') return ''
  const digits = plain.startsWith('0') ? `81${plain.slice(1)}` : plain
  const split = /^\d+$/.test(digits) ? splitPhone(digits) : null
  if (split === null) return null
  if (split.national === '') return ''
  const { code } = split
  const national = CODES_WITH_ZERO.has(code) ? split.national : split.national.replace(/^0/, '')
  const isLong = national.length >= NATIONAL_MIN && code.length + national.length <= PHONE_MAX
  return isLong && (NATIONAL[code]?.test(national) ?? true) ? code + national : null
}

/**
 * An optional phone number. It is stored as digits with the calling code; screens add the plus. A calling code without digits
 * becomes ''.
 */
export const PhoneNumber = z
  .string('accounts.phoneInvalid')
  .max(40, 'accounts.phoneInvalid')
  .refine((input) => phoneDigits(input) !== null, 'accounts.phoneInvalid')
  .transform((input) => phoneDigits(input) ?? '')
