// cspell:disable -- names of people
import { kanaOfRomaji, kanaPhones } from './kana.ts'

/**
 * Pronunciations of common names that the English dictionary lacks or reads by English rules. The names are in lower case without
 * marks, the phones are those of the acoustic model.
 */
const NAMES = new Map<string, readonly string[]>(
  Object.entries({
    // Vietnamese
    anh: ['AA N', 'AY N'],
    bui: ['B UW IY'],
    duong: ['Z UW AO NG', 'Y UW AO NG'],
    hoang: ['HH W AA NG'],
    huong: ['HH W AO NG'],
    huynh: ['HH W IH N', 'W IH N'],
    ngo: ['NG OW', 'N OW', 'G OW'],
    nguyen: ['W IH N', 'N W IH N', 'N UW IH N', 'W EH N'],
    pham: ['F AA M'],
    phan: ['F AA N'],
    thuy: ['T W IY', 'T UW IY'],
    tran: ['CH AE N', 'CH AA N', 'T R AA N'],
    trang: ['CH AA NG'],
    // Chinese and Korean
    cai: ['T S AY'],
    cao: ['T S AW'],
    choi: ['CH W EH', 'CH W EY'],
    guo: ['G W OW', 'G W AO'],
    he: ['HH AH'],
    qi: ['CH IY'],
    qiu: ['CH Y UW'],
    wang: ['W AA NG'],
    xia: ['SH Y AA'],
    xiao: ['SH Y AW', 'SH AW'],
    xin: ['SH IH N'],
    xu: ['SH UW'],
    zhang: ['JH AA NG'],
    zhou: ['JH OW'],
    zhu: ['JH UW'],
    // Japanese names that are also English words or spellings
    abe: ['AA B EH', 'AA B EY'],
    // Irish
    aoife: ['IY F AH'],
    caoimhe: ['K W IY V AH', 'K IY V AH'],
    ciaran: ['K IH R AH N'],
    eoin: ['OW AH N'],
    niamh: ['N IY V', 'N IY AH V'],
    oisin: ['AH SH IY N', 'OW SH IY N'],
    roisin: ['R OW SH IY N', 'R AH SH IY N'],
    saoirse: ['S ER SH AH', 'S IH R SH AH'],
    siobhan: ['SH IH V AO N', 'SH AH V AO N'],
    // Spanish, Portuguese, French, Italian
    anais: ['AA N AA IY S', 'AH N AY IH S'],
    angel: ['AA N HH EH L'],
    benoit: ['B EH N W AA'],
    camila: ['K AH M IY L AH'],
    chiara: ['K Y AA R AA'],
    guillermo: ['G IY Y EH R M OW'],
    javier: ['HH AA V Y EH R'],
    jean: ['ZH AA N'],
    jesus: ['HH EY S UW S'],
    joao: ['ZH W AW', 'JH OW AW'],
    xavier: ['EH K S EY V Y ER', 'HH AA V Y EH R'],
    // Slavic and Nordic
    agnieszka: ['AA G N Y EH SH K AA'],
    katarzyna: ['K AA T AA ZH IH N AA'],
    krzysztof: ['K SH IH SH T AO F'],
    lukasz: ['L UW K AA SH'],
    piotr: ['P Y OW T ER'],
    soren: ['S AO R AH N'],
    // Arabic, South Asian, African
    adaeze: ['AA D EY Z EY'],
    aisha: ['AY IY SH AH', 'AY SH AH'],
    ananya: ['AH N AA N Y AH'],
    chinedu: ['CH IH N EY D UW'],
    fatima: ['F AH T IY M AH', 'F AA T IH M AH'],
    khadija: ['K AA D IY JH AH'],
    ngozi: ['NG OW Z IY', 'EH NG G OW Z IY'],
    nomvula: ['N AO M V UW L AH'],
    oluwaseun: ['OW L UW W AA SH EH UW N'],
    priya: ['P R IY Y AH'],
    sipho: ['S IY P OW'],
    thabo: ['T AA B OW'],
    yusuf: ['Y UW S AH F'],
    zainab: ['Z AY N AH B'],
  }),
)

/** Max pronunciations of a name as a Japanese one. */
const JAPANESE_MAX = 4

/**
 * The pronunciations of a name that English rules do not find: of common names, and of names that may be Japanese in Latin letters.
 * @param name - lower case without marks
 * @param isEnglish - the English dictionary has the name. It is not Japanese then if it ends in e, as Kate and Mike do.
 */
export function foreignPhones(name: string, isEnglish: boolean): string[] {
  const kana = isEnglish && name.endsWith('e') ? null : kanaOfRomaji(name)
  return [...(NAMES.get(name) ?? []), ...(kana === null ? [] : kanaPhones(kana).slice(0, JAPANESE_MAX))]
}
