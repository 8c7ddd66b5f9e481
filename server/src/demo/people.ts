import type { Language } from '@noroshi/contract/i18n'

/** A public password: a demo must not be used as a real server. */
export const DEMO_PASSWORD = 'signal-fire'

interface DemoPerson {
  readonly firstName: string
  readonly lastName: string
  /** The name in kana, family name first. */
  readonly nameReading?: string
  readonly language: Language
  readonly gender: 'Female' | 'Male'
  readonly phoneNumber: string
  readonly addressLineOne: string
  readonly postalAreaCode: string
  /** The shared location. A person without one shares no location. */
  readonly location?: readonly [latitude: number, longitude: number]
}

/** Residents around a community hall in Sendai. The first one is the administrator. */
export const people = {
  haruka: {
    firstName: '遥',
    lastName: '佐藤',
    nameReading: 'さとう はるか',
    language: 'ja',
    gender: 'Female',
    phoneNumber: '819000000001',
    addressLineOne: '若葉1-2-3',
    postalAreaCode: '984-0012',
    location: [38.2544, 140.9021],
  },
  kenji: {
    firstName: '健司',
    lastName: '伊藤',
    nameReading: 'いとう けんじ',
    language: 'ja',
    gender: 'Male',
    phoneNumber: '819000000002',
    addressLineOne: '若葉1-5-8',
    postalAreaCode: '984-0012',
    location: [38.2571, 140.8966],
  },
  emma: {
    firstName: 'Emma',
    lastName: 'Clarke',
    language: 'en',
    gender: 'Female',
    phoneNumber: '819000000003',
    addressLineOne: 'Wakaba 2-1-4',
    postalAreaCode: '984-0013',
    location: [38.2602, 140.9044],
  },
  takashi: {
    firstName: '隆',
    lastName: '小野寺',
    nameReading: 'おのでら たかし',
    language: 'ja',
    gender: 'Male',
    phoneNumber: '819000000004',
    addressLineOne: '川内3-9',
    postalAreaCode: '980-0862',
    location: [38.2583, 140.8472],
  },
  minh: {
    firstName: 'Minh',
    lastName: 'Tran',
    language: 'en',
    gender: 'Male',
    phoneNumber: '819000000005',
    addressLineOne: 'Kokubuncho 3-3-1',
    postalAreaCode: '980-0803',
    location: [38.2664, 140.8698],
  },
  yoshiko: {
    firstName: '佳子',
    lastName: '阿部',
    nameReading: 'あべ よしこ',
    language: 'ja',
    gender: 'Female',
    phoneNumber: '819000000006',
    addressLineOne: '若葉2-7-1',
    postalAreaCode: '984-0013',
  },
  daniel: {
    firstName: 'Daniel',
    lastName: 'Okafor',
    language: 'en',
    gender: 'Male',
    phoneNumber: '819000000007',
    addressLineOne: 'Nagamachi 5-2-9',
    postalAreaCode: '982-0011',
    location: [38.2281, 140.8853],
  },
  mei: {
    firstName: 'Mei',
    lastName: 'Lin',
    language: 'en',
    gender: 'Female',
    phoneNumber: '819000000008',
    addressLineOne: 'Tsutsujigaoka 4-1',
    postalAreaCode: '983-0852',
    location: [38.2609, 140.8927],
  },
  sota: {
    firstName: '颯太',
    lastName: '高橋',
    nameReading: 'たかはし そうた',
    language: 'ja',
    gender: 'Male',
    phoneNumber: '819000000009',
    addressLineOne: '若葉3-3-3',
    postalAreaCode: '984-0014',
    location: [38.2517, 140.9098],
  },
  ana: {
    firstName: 'Ana',
    lastName: 'Souza',
    language: 'en',
    gender: 'Female',
    phoneNumber: '819000000010',
    addressLineOne: 'Wakaba 3-8-2',
    postalAreaCode: '984-0014',
  },
  kazuo: {
    firstName: '和夫',
    lastName: '鈴木',
    nameReading: 'すずき かずお',
    language: 'ja',
    gender: 'Male',
    phoneNumber: '819000000011',
    addressLineOne: '荒町15',
    postalAreaCode: '984-0073',
  },
  rin: {
    firstName: '凛',
    lastName: '渡辺',
    nameReading: 'わたなべ りん',
    language: 'ja',
    gender: 'Female',
    phoneNumber: '819000000012',
    addressLineOne: '若葉1-1-7',
    postalAreaCode: '984-0012',
    location: [38.2559, 140.9003],
  },
} satisfies Record<string, DemoPerson>

export type DemoName = keyof typeof people

export const emailOf = (name: DemoName): string => `${name}@noroshi.example`

/** Alert groups in addition to 'Everyone'. */
export const groups: readonly { name: string; members: readonly DemoName[] }[] = [
  { name: '若葉会館 Hall staff', members: ['haruka', 'kenji', 'emma', 'rin'] },
  { name: '川の見守り River watch', members: ['takashi', 'kenji', 'minh', 'sota'] },
]
