import { defineMessages } from '../i18n.ts'

/** Texts of the user search, in the top bar and in dialogs that select users. */
export const peopleMessages = defineMessages({
  /** In the place of a name. */
  'people.deleted': { en: 'Deleted user', ja: '退会したユーザー' },
  'people.search': { en: 'Search users', ja: 'ユーザーを検索' },
  'people.closeSearch': { en: 'Close the search', ja: '検索を閉じる' },
  'people.name': { en: 'Name', ja: '名前' },
  'people.found': { en: 'Found users', ja: '検索結果' },
  'people.start': { en: 'Start searching users', ja: '名前を入力して検索してください' },
  'people.recent': { en: 'Recent', ja: '最近の相手' },
  'people.searching': { en: 'Searching for users', ja: '検索しています' },
  'people.none': { en: 'No users found', ja: '該当するユーザーがいません' },
  'people.failed': { en: 'Couldn’t search', ja: '検索できませんでした' },
  'people.foundCount': { en: 'Users found: {count}', ja: '{count}人見つかりました' },
  'people.chosen': { en: 'Chosen', ja: '選択中' },
  'people.remove': { en: 'Remove {name}', ja: '{name}さんを外す' },
})
