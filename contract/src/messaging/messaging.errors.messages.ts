import { defineMessages } from '../i18n.ts'

/** The texts of the error codes of threads and messages. */
export const messagingErrorMessages = defineMessages({
  'error.thread.notFound': { en: 'This chat was not found', ja: 'この会話は見つかりません' },
  'error.thread.notAllowed': { en: 'Only an admin of the group may do this', ja: 'グループの管理者だけができる操作です' },
  'error.thread.blocked': { en: 'You cannot write in this chat', ja: 'この会話には書き込めません' },
  'error.thread.notAddable': {
    en: 'One of these people does not accept being added by you',
    ja: '選んだ方の中に、あなたからの追加を受け付けていない方がいます',
  },
  'error.thread.noFiles': { en: 'Add at least one file', ja: 'ファイルを1つ以上追加してください' },
  'error.thread.withSelf': { en: 'You cannot chat with yourself', ja: '自分自身とは会話できません' },
  'error.thread.muteTime': { en: 'Choose an end within 7 days', ja: '7日以内の時刻を選んでください' },
  'error.thread.memberNotFound': { en: 'This person is not in the group', ja: 'この方はグループのメンバーではありません' },
  'error.thread.tooManyMembers': { en: 'A group can have at most {max} people', ja: 'グループの人数は{max}人までです' },
  'error.thread.tooManyDrafts': {
    en: 'At most {max} drafts are kept for your other devices',
    ja: 'ほかの端末と共有できる下書きは{max}件までです',
  },
  'error.message.notYours': { en: 'Only its sender may change this message', ja: 'このメッセージは送信した人だけが変更できます' },
  'error.message.infoNotYours': {
    en: 'Only its sender sees who has received and read this message',
    ja: '誰が受け取り、読んだかは、送信した人だけが見られます',
  },
  'error.message.isRecord': {
    en: 'This message is a record. This cannot be done with it',
    ja: 'このメッセージは記録のため、この操作はできません',
  },
  'error.message.isDeleted': { en: 'This message was deleted', ja: 'このメッセージはすでに削除されています' },
  'error.message.tooOld': {
    en: 'A message can be edited for {hours} hours after sending',
    ja: 'メッセージを編集できるのは送信から{hours}時間以内です',
  },
  'error.message.tooManyEdits': {
    en: 'This message was edited too often',
    ja: 'このメッセージの編集回数が上限に達しました',
  },
  'error.message.notAReaction': { en: 'Choose one of the emoji', ja: '絵文字を1つ選んでください' },
  'error.message.tooManyReactions': {
    en: 'This message has too many different reactions. Choose one of them',
    ja: 'リアクションの種類が上限に達しました。すでにあるものから選んでください',
  },
  'error.message.tooManyPins': {
    en: 'At most {max} messages can be pinned. Unpin one first',
    ja: 'ピン留めできるメッセージは{max}件までです。どれかを外してください',
  },
  'error.message.tooManyHidden': {
    en: 'You have hidden too many messages',
    ja: '非表示にできるメッセージの上限に達しました',
  },
  'error.message.isPoll': {
    en: 'The question of a poll cannot be changed. Delete the poll and create a new one',
    ja: '投票の質問は変更できません。削除して、新しく作成してください',
  },
  'error.poll.notFound': { en: 'This poll was not found', ja: 'この投票は見つかりません' },
  'error.poll.notInGroup': { en: 'Polls are for groups only', ja: '投票はグループでのみ作成できます' },
  'error.poll.notAnOption': { en: 'Choose one of the options', ja: '選択肢から選んでください' },
  'error.poll.closed': { en: 'This poll is closed', ja: 'この投票は締め切られました' },
  'error.message.notFound': { en: 'This message was not found', ja: 'このメッセージは見つかりません' },
})
