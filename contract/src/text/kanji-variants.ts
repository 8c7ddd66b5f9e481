/** Each line has the common form of a kanji first, then its variants. Most are in names. NFKC unites further variants. */
const VARIANTS =
  '斎齋斉齊 辺邊邉 高髙 崎﨑嵜碕 沢澤 浜濱濵滨 広廣 島嶋嶌 真眞 国國 桜櫻 恵惠 竜龍 富冨 吉𠮷 条條 関關 実實 徳德 瀬瀨 宮宫 黒黑 滝瀧 槙槇 ' +
  '遥遙 亜亞 栄榮 円圓 学學 寿壽 静靜 沖冲 峰峯 館舘 塩鹽 鉄鐵 芦蘆 桧檜 薮藪 礼禮 豊豐 万萬 与與 来來 会會 県縣 区區 医醫 駅驛 鶴靏 柳栁 ' +
  '桑桒 土圡 曽曾 増增 寛寬 青靑 清淸 巌巖 弥彌 満滿 浅淺 渋澁 渕淵 剣劍 経經 総總 蔵藏 蛍螢 覚覺 観觀 読讀 豆荳 郷鄕 麦麥 尭堯'

/** Variants of kanji, each with its common form. */
const COMMON_FORMS: ReadonlyMap<string, string> = new Map(
  VARIANTS.split(' ').flatMap((line) => {
    const [common = '', ...others] = line
    return others.map((other) => [other, common] as const)
  }),
)

/** Returns the common form of a kanji variant, or the character itself. */
export const commonKanji = (character: string): string => COMMON_FORMS.get(character) ?? character

/** The variants of kanji and, at the same index, their common forms. */
export const KANJI_VARIANTS: readonly (readonly [variant: string, common: string])[] = [...COMMON_FORMS]
