import { defineMessages } from '../i18n.ts'

/** Texts of the search for a person in the shelters. */
export const personSearchMessages = defineMessages({
  'personSearch.title': { en: 'Search for a person', ja: '人を探す' },
  'personSearch.note': {
    en: 'You ask whether a person is in one of the shelters. If they are there and agree to be found, they get your name and your message. Otherwise the answer is always “We cannot say”.',
    ja: '避難所にいるかどうかを問い合わせます。本人がいて、知らせてよいとしている場合に、あなたの名前と伝言が届きます。それ以外の場合の回答は、いつも「お答えできません」です。',
  },
  'personSearch.ask': { en: 'Ask about a person', ja: '問い合わせる' },
  'personSearch.send': { en: 'Ask', ja: '問い合わせる' },
  'personSearch.message': { en: 'Message to the person', ja: '本人への伝言' },
  'personSearch.messageHint': { en: 'For example how they reach you', ja: '例：あなたへの連絡方法' },
  'personSearch.asked': { en: 'The answer follows in a minute', ja: '1分後に回答が届きます' },
  'personSearch.news': {
    en: 'There is an answer or a message in “Search for a person”',
    ja: '「人を探す」に回答または伝言が届きました',
  },
  'personSearch.own': { en: 'Your questions', ja: 'あなたの問い合わせ' },
  'personSearch.none': { en: 'No questions yet', ja: '問い合わせはまだありません' },
  'personSearch.loadFailed': { en: 'Couldn’t load the questions', ja: '問い合わせを読み込めませんでした' },
  'personSearch.waiting': { en: 'Waiting for the answer', ja: '回答待ち' },
  'personSearch.answer.passedOn': { en: 'We have taken your message', ja: '伝言をお預かりしました' },
  'personSearch.answer.cannotSay': { en: 'We cannot say', ja: 'お答えできません' },
  'personSearch.received': { en: 'Messages to you', ja: 'あなたへの伝言' },
  'personSearch.searchedFor': { en: '{searcher} searched for {name}', ja: '{searcher}さんが{name}さんを探しています' },
  'personSearch.noMessage': { en: 'Without a message', ja: '伝言はありません' },
  'personSearch.tab': { en: 'Messages', ja: '伝言' },
  'personSearch.ofShelter': { en: 'Messages for people without an account', ja: 'アカウントのない人への伝言' },
  'personSearch.ofShelterNote': {
    en: 'These people agreed to be found. Tell them who searched for them.',
    ja: '知らせてよいとした人への伝言です。誰が探しているかを本人に伝えてください。',
  },
  'personSearch.noMessages': { en: 'No messages', ja: '伝言はありません' },
  'personSearch.passOn': { en: 'Passed on', ja: '伝えました' },
  'personSearch.passOnOf': { en: 'Passed on to {name}', ja: '{name}さんに伝えました' },
  'personSearch.saved': { en: 'Saved', ja: '保存しました' },

  'error.personSearch.notFound': { en: 'This message no longer exists.', ja: 'この伝言は存在しません。' },
  'error.personSearch.tooManyToday': {
    en: 'You have asked as often as possible today. Try again tomorrow.',
    ja: '今日の問い合わせの上限に達しました。明日もう一度お試しください。',
  },
})
