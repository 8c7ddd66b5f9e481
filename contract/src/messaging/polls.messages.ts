import { defineMessages } from '../i18n.ts'

/** The texts of polls in groups. */
export const pollMessages = defineMessages({
  'messages.attach.poll': { en: 'Poll', ja: '投票' },
  'messages.poll.question': { en: 'Question', ja: '質問' },
  'messages.poll.questionHint': { en: 'Who takes the night shift?', ja: '夜勤は誰が担当しますか？' },
  'messages.poll.questionEmpty': { en: 'Write a question', ja: '質問を入力してください' },
  'messages.poll.options': { en: 'Options', ja: '選択肢' },
  'messages.poll.option': { en: 'Option {number}', ja: '選択肢{number}' },
  'messages.poll.addOption': { en: 'Add option', ja: '選択肢を追加' },
  'messages.poll.removeOption': { en: 'Remove option {number}', ja: '選択肢{number}を削除' },
  'messages.poll.optionEmpty': { en: 'Write this option', ja: 'この選択肢を入力してください' },
  'messages.poll.tooFewOptions': { en: 'Write at least 2 options', ja: '選択肢を2つ以上入力してください' },
  'messages.poll.sameOption': { en: 'This option is there already', ja: '同じ選択肢がすでにあります' },
  'messages.poll.multiple': { en: 'Several options may be chosen', ja: '複数選択を許可' },
  'messages.poll.closesAt': { en: 'Closes at (optional)', ja: '締め切り（任意）' },
  'messages.poll.closesInPast': { en: 'Choose a time in the future', ja: '今より後の時刻を選んでください' },
  'messages.poll.create': { en: 'Send poll', ja: '投票を送信' },
  'messages.poll.chooseOne': { en: 'Choose one', ja: '1つ選択' },
  'messages.poll.chooseSeveral': { en: 'Choose one or more', ja: '複数選択可' },
  'messages.poll.closes': { en: 'Closes {time}', ja: '{time}に締め切り' },
  'messages.poll.closed': { en: 'Closed', ja: '締め切りました' },
  'messages.poll.votesOf': {
    en: { one: '{option}, 1 vote', other: '{option}, {count} votes' },
    ja: '{option}、{count}票',
  },
  'messages.poll.noVotes': { en: 'No votes yet', ja: 'まだ投票はありません' },
  'messages.poll.voters': { en: { one: '1 person voted', other: '{count} people voted' }, ja: '{count}人が投票' },
  'messages.poll.vote': { en: 'Vote', ja: '投票' },
  'messages.poll.votes': { en: 'Votes', ja: '投票の内訳' },
  'messages.poll.votesFailed': { en: 'Couldn’t load the votes', ja: '投票を読み込めませんでした' },
  'messages.poll.close': { en: 'Close poll', ja: '締め切る' },
  'messages.poll.closeQuestion': { en: 'Close this poll?', ja: '投票を締め切りますか？' },
  'messages.poll.closeNote': {
    en: 'No one can vote or change their vote after that.',
    ja: '締め切ると、投票と投票の変更はできなくなります。',
  },
})
