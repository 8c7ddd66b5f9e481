import { defineMessages } from '../i18n.ts'

/** Texts about transcripts of recordings. */
export const transcriptMessages = defineMessages({
  'transcript.automatic': { en: 'Automatic transcript', ja: '自動文字起こし' },
  'transcript.corrected': { en: 'Corrected by the speaker', ja: '話した本人が修正' },
  'transcript.pending': { en: 'Transcribing…', ja: '文字起こし中です' },
  'transcript.unavailable': {
    en: 'No transcript. Play the recording',
    ja: '文字起こしはありません。録音を再生してください',
  },
  'transcript.noModel': {
    en: 'No transcript: this server cannot recognise {language}. The recording is kept',
    ja: '文字起こしはありません。このサーバーは{language}の音声を認識できません。録音は残っています',
  },
  'transcript.noModelBefore': {
    en: 'This server cannot recognise {language}. Recordings are kept, without a transcript.',
    ja: 'このサーバーは{language}の音声を認識できません。録音は残りますが、文字起こしはありません。',
  },
  'transcript.empty': {
    en: 'No words were recognised. Play the recording',
    ja: '言葉を認識できませんでした。録音を再生してください',
  },
  'transcript.correct': { en: 'Correct', ja: '修正する' },
  'transcript.write': { en: 'Write the text', ja: '文字を入力する' },
  'transcript.correctTitle': { en: 'Correct the transcript', ja: '文字起こしの修正' },
  'transcript.text': { en: 'What you said', ja: '話した内容' },
  'transcript.failed': { en: 'The correction was not saved.', ja: '修正を保存できませんでした。' },
})
