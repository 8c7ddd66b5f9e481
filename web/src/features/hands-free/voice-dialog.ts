import type { CommandRecipient, SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { understand } from '@noroshi/contract/hands-free/understand'
import { COMMAND_LANGUAGES } from '@noroshi/contract/hands-free/phrases'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { type MessageKey, text } from '../../platform/language/i18n.ts'
import { createObservable, type ReadonlyObservable } from '../../platform/observable.ts'
import { noteOfProblem } from './ask-for-microphone.ts'
import type { CommandRecorder, RecorderOptions, SpokenResult } from './command-recorder.ts'

/**
 * opening -> listening -> recognising -> editing, or with a recognised command -> understanding -> choosing ->
 * confirming -> done. A command that fails closes the dialog.
 */
export type VoiceStage = 'opening' | 'listening' | 'recognising' | 'editing' | 'understanding' | 'choosing' | 'confirming'

export interface VoiceView {
  readonly stage: VoiceStage
  /** The spoken or typed text. */
  readonly text: string
  /** The reason why there is no text or no recording. */
  readonly note: MessageKey | null
  /** The command that waits for a choice or a confirmation. */
  readonly command: SpokenCommand | null
  /** The open microphone; null while it is closed. */
  readonly microphone: MediaStream | null
}

type Recorder = Pick<CommandRecorder, 'result' | 'end' | 'cancel'>

export interface VoiceDialogOptions {
  readonly record: (options: RecorderOptions) => Recorder
  readonly understand: (text: string) => Promise<SpokenCommand>
  /** Runs a confirmed command. */
  readonly run: (command: SpokenCommand) => void
  /** Shows the message of a failure, and keeps the text. */
  readonly fail: (message: string, failedText: string) => void
  readonly close: () => void
}

/** Answers that are waited for by voice. Afterwards, only the buttons answer. */
const ANSWERS_MAX = 3

const START: VoiceView = { stage: 'editing', text: '', note: null, command: null, microphone: null }

/** Whether a text confirms or refuses a question; null for any other text. */
export function answerOf(spoken: string): 'confirm' | 'stop' | null {
  for (const language of COMMAND_LANGUAGES) {
    const kind = understand(spoken, language, [])?.kind
    if (kind === 'confirm' || kind === 'stop') return kind
  }
  return null
}

/** The dialog of one command: recording, text, meaning, confirmation. */
export class VoiceDialog {
  readonly #options: VoiceDialogOptions
  readonly #view = createObservable(START)
  #recorder: Recorder | null = null
  #isClosed = false
  /** The text was spoken: the question that follows takes a spoken answer. */
  #wasSpoken = false
  #isCovered = false
  /** The text was used, or the user discarded it. */
  #isDone = false

  constructor(options: VoiceDialogOptions) {
    this.#options = options
  }

  get view(): ReadonlyObservable<VoiceView> {
    return this.#view
  }

  /** The text of the message or of the command that is neither used nor discarded; '' if there is none. */
  get unusedText(): string {
    return this.#isDone ? '' : (this.#view.get().command?.message ?? this.#view.get().text).trim()
  }

  /** Called when the dialog is shown. */
  open(): void {
    this.#isClosed = false
  }

  /** Shows the text field without a recording. */
  type(note: MessageKey | null = null, typed = this.#view.get().text): void {
    this.#stopRecording()
    this.#wasSpoken = false
    this.#show({ ...START, text: typed, note })
  }

  /**
   * Something covers the dialog, such as an alarm, and hides the sign of the open microphone: a recording ends and its
   * text is kept, and a question needs a touch.
   */
  setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered
    // The microphone is already closed.
    if (!isCovered || !this.#recorder || this.#view.get().stage === 'recognising') return
    if (this.#view.get().command === null) this.type()
    else this.#stopRecording()
  }

  /** Records a command, and discards the text of an earlier one. */
  async listen(): Promise<void> {
    this.#stopRecording()
    if (this.#isCovered) return this.type(null, '')
    this.#wasSpoken = true
    const result = await this.#recordOnce({ ...START, stage: 'opening' })
    if (result === null) return
    if (result.kind === 'problem') return this.type(noteOfProblem(result.problem))
    if (result.kind === 'unrecognised') return this.type('handsFree.notSent')
    if (result.text === '') return this.type('handsFree.nothingSaid', '')
    this.#show({ ...START, text: result.text })
    if (result.isCommand) await this.send(result.text)
  }

  /** Ends the recording and waits for its text. */
  done(): void {
    this.#recorder?.end()
  }

  edit(typed: string): void {
    this.#wasSpoken = false
    this.#show({ ...this.#view.get(), text: typed })
  }

  /**
   * Asks the server what a text means. A command that is not understood closes the dialog (specification, section 8).
   */
  async send(typed: string): Promise<void> {
    this.#show({ ...START, stage: 'understanding', text: typed })
    let command: SpokenCommand
    try {
      command = await this.#options.understand(typed)
    } catch (error) {
      if (this.#isClosed) return
      // Without the server, nothing is known about the command: it stays in the dialog.
      if (!(error instanceof ApiError)) return this.type('handsFree.offline', typed)
      this.#options.fail(error.message || text('error.internal'), typed)
      return this.#options.close()
    }
    if (!this.#isClosed) this.#decide(command)
  }

  /** Takes one of several people with the same name. */
  choose({ recipientUserId, messageThreadId, name }: CommandRecipient): void {
    const { command } = this.#view.get()
    if (command) this.#decide({ ...command, recipientUserId, messageThreadId, recipientName: name, choices: [] })
  }

  /** Changes the text of the message that waits for its confirmation. */
  editMessage(message: string): void {
    this.#stopRecording() // a spoken answer would confirm a text that is being typed
    const { command } = this.#view.get()
    if (command) this.#show({ ...this.#view.get(), command: { ...command, message } })
  }

  confirm(): void {
    const { command } = this.#view.get()
    if (command && isComplete(command)) this.#runAndClose(command)
  }

  /** Closes the dialog. Its text is not kept. */
  discard(): void {
    this.#isDone = true
    this.#options.close()
  }

  close(): void {
    this.#isClosed = true
    this.#stopRecording()
  }

  #runAndClose(command: SpokenCommand): void {
    this.discard()
    this.#options.run(command)
  }

  #decide(command: SpokenCommand): void {
    if (command.command === 'stop') return this.#runAndClose(command) // it also stops what is read aloud
    if (command.command === 'confirm') return this.type(null, this.#view.get().text) // there is nothing to confirm
    if (command.choices.length > 0) return this.#show({ ...this.#view.get(), stage: 'choosing', command })
    this.#show({ ...this.#view.get(), stage: 'confirming', command })
    // An SOS has a countdown, and reading changes nothing.
    if (command.command === 'sos' || command.command === 'readMessages') return this.confirm()
    if (this.#wasSpoken && !this.#isCovered && isComplete(command)) void this.#listenForAnswer(command)
  }

  async #listenForAnswer(command: SpokenCommand): Promise<void> {
    for (let attempt = 0; attempt < ANSWERS_MAX; attempt++) {
      if (this.#isCovered) return
      const isSame = () => this.#view.get().command === command && !this.#isClosed
      const result = await this.#recordOnce(this.#view.get())
      if (result?.kind !== 'spoken' || !isSame()) return
      const answer = answerOf(result.text)
      if (answer === 'confirm') return this.confirm()
      if (answer === 'stop') return this.discard()
    }
  }

  /** @returns null if the recording was cancelled. @param view shown meanwhile; a question keeps its stage */
  async #recordOnce(view: VoiceView): Promise<Exclude<SpokenResult, { kind: 'cancelled' }> | null> {
    const isQuestion = view.command !== null
    this.#show(view)
    const recorder = this.#options.record({
      isAnswer: isQuestion,
      onText: (spoken) => isQuestion || this.#show({ ...this.#view.get(), text: spoken }),
      onMicrophone: (microphone) => {
        const stage = isQuestion || microphone === null ? this.#view.get().stage : 'listening'
        this.#show({ ...this.#view.get(), microphone, stage })
      },
      onEnd: () => isQuestion || this.#show({ ...this.#view.get(), stage: 'recognising' }),
    })
    this.#recorder = recorder
    const result = await recorder.result
    if (this.#recorder !== recorder || this.#isClosed) return null
    this.#recorder = null
    if (result.kind !== 'cancelled') return result
    if (!isQuestion) this.type() // the page was hidden before the microphone was open
    return null
  }

  #stopRecording(): void {
    const recorder = this.#recorder
    this.#recorder = null
    recorder?.cancel()
  }

  #show(view: VoiceView): void {
    this.#view.set(view)
  }
}

/** Whether nothing is missing: a message needs a text. */
export const isComplete = ({ command, message }: SpokenCommand): boolean => command !== 'message' || (message ?? '').trim() !== ''
