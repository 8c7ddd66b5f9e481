import { defineMessages } from './i18n.ts'

export const filesMessages = defineMessages({
  'error.file.tooLarge': { en: 'File size should be less than {max} MB', ja: 'ファイルは{max} MB未満にしてください' },
  'error.file.tooMany': { en: 'You can add up to {max} files', ja: 'ファイルは{max}個までです' },
  'error.file.missing': { en: 'Choose at least one file', ja: 'ファイルを1つ以上選んでください' },
  'error.file.empty': { en: 'The file is empty', ja: 'ファイルが空です' },
  'error.file.notPicture': { en: 'Choose a picture', ja: '画像ファイルを選んでください' },
  'error.file.damaged': {
    en: '“{name}” was not sent: it is damaged, or it is not completely saved. Please send another file',
    ja: '「{name}」は送信されませんでした。ファイルが壊れているか、保存が完了していません。別のファイルを送ってください',
  },
  'error.file.unsupported': {
    en: '“{name}” was not sent: hidden data, such as where it was recorded, cannot be removed from this type of file. Please send it as JPEG, PNG, MP4 or MP3',
    ja: '「{name}」は送信されませんでした。この形式のファイルからは、撮影場所などの隠れた情報を取り除けません。JPEG、PNG、MP4、MP3のいずれかの形式で送ってください',
  },
  'error.file.tooComplex': {
    en: '“{name}” was not sent: it is too large to be processed. Please make it smaller or shorter',
    ja: '「{name}」は送信されませんでした。大きすぎて処理できません。小さくするか短くしてから送ってください',
  },
  'error.file.noRoom': {
    en: 'The server has no space for more files. Text and SOS alerts can still be sent',
    ja: 'サーバーにファイルを保存する空きがありません。文章とSOSは送れます',
  },
  'error.file.busy': {
    en: 'The server is processing many files. Please send yours again in a moment',
    ja: 'ファイルの処理が混み合っています。少し待ってからもう一度送信してください',
  },
  'error.file.anonymousFull': {
    en: 'The space for files sent without signing in is used up. You can still send text and one photo for each alert. Sign in to send more',
    ja: 'ログインせずに送れるファイルの容量がいっぱいです。文章と、アラートごとに写真1枚は送れます。ほかのファイルはログインして送ってください',
  },
})
