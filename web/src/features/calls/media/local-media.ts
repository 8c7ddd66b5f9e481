import {
  CaptureError,
  type CaptureProblem,
  closeStream,
  type Facing,
  openStream,
  problemOf,
  VIDEO_PRESETS,
} from '../../../platform/device/media-capture.ts'
import { captureConstraints, type VideoLimits } from './presets.ts'
import type { LocalTracks } from './senders.ts'
import type { PeerState } from './peer-state.ts'
import { openScreen } from './shared-screen.ts'

export const deviceKinds = ['audioinput', 'videoinput', 'audiooutput'] as const
export type DeviceKind = (typeof deviceKinds)[number]
export interface Device {
  readonly id: string
  readonly label: string
}
export type Devices = Readonly<Record<DeviceKind, readonly Device[]>>

type ChosenDevices = Readonly<Partial<Record<DeviceKind, string | undefined>>>

/**
 * The microphone, camera and screen that this page sends. It starts with the microphone and the camera off
 * (specification, section 4).
 */
export interface OwnMedia extends PeerState {
  readonly facing: Facing
  /** Whether the camera is open, also behind a shared screen. */
  readonly isCameraOn: boolean
  /** The own picture: camera or screen. */
  readonly preview: MediaStream | null
  readonly devices: Devices
  /** The devices that the user chose; without a choice the system's default is used. */
  readonly chosen: ChosenDevices
}

/** Milliseconds that a change of the media waits for the list of devices. */
const LIST_MS = 500

const noDevices: Devices = { audioinput: [], videoinput: [], audiooutput: [] }

export interface LocalMediaOptions {
  /** The tracks or the devices changed. */
  readonly onChange: () => void
  readonly onProblem: (problem: CaptureProblem) => void
}

/** Microphone, camera and screen of this page. A device opens when it is switched on for the first time. */
export class LocalMedia {
  readonly #options: LocalMediaOptions
  #microphone: MediaStream | null = null
  #camera: MediaStream | null = null
  #screen: MediaStream | null = null
  #isMicrophoneOn = false
  #facing: Facing = 'user'
  #capture: Pick<VideoLimits, 'height' | 'frameRate'> = VIDEO_PRESETS.medium
  #devices: Devices = noDevices
  #chosen: ChosenDevices = {}
  #isClosed = false
  /** Changes run one after the other: a second tap does not open a camera twice. */
  #running: Promise<void> = Promise.resolve()

  constructor(options: LocalMediaOptions) {
    this.#options = options
  }

  /** Begins to follow the devices of the system. */
  open() {
    navigator.mediaDevices?.addEventListener('devicechange', this.#onDeviceChange)
    void this.#change(() => this.#listDevices())
  }

  get own(): OwnMedia {
    return {
      hasMicrophone: this.#isMicrophoneOn && this.#microphone !== null,
      hasCamera: this.#screen !== null || this.#camera !== null,
      isScreen: this.#screen !== null,
      isCameraOn: this.#camera !== null,
      facing: this.#facing,
      preview: this.#screen ?? this.#camera,
      devices: this.#devices,
      chosen: this.#chosen,
    }
  }

  get tracks(): LocalTracks {
    return {
      audio: this.#isMicrophoneOn ? (this.#microphone?.getAudioTracks()[0] ?? null) : null,
      video: (this.#screen ?? this.#camera)?.getVideoTracks()[0] ?? null,
    }
  }

  /** Muting takes effect at once, also while another device is opening. */
  toggleMicrophone = (): Promise<void> => {
    this.#isMicrophoneOn = !this.#isMicrophoneOn
    if (!this.#isMicrophoneOn) return this.#stopNow(() => this.#enableMicrophone())
    return this.#change(async () => {
      if (!this.#isMicrophoneOn) return // muted again meanwhile
      await this.#openMicrophone()
      this.#enableMicrophone()
    })
  }

  toggleCamera = (): Promise<void> => {
    if (this.#camera) return this.#stopNow(() => this.#closeCamera())
    return this.#change(async () => {
      if (this.#camera) this.#closeCamera()
      else await this.#openCamera()
    })
  }

  /** Switches between the front and the rear camera. Without the other one the current camera stays. */
  switchFacing = () =>
    this.#change(async () => {
      this.#facing = this.#facing === 'user' ? 'environment' : 'user'
      this.#chosen = { ...this.#chosen, videoinput: undefined }
      if (!this.#camera) return
      this.#closeCamera() // phones open one camera at a time
      try {
        await this.#openCamera()
      } catch (error) {
        this.#facing = this.#facing === 'user' ? 'environment' : 'user'
        await this.#openCamera()
        throw error
      }
    })

  toggleScreen = (): Promise<void> => {
    if (this.#screen) return this.#stopNow(() => this.#closeScreen())
    return this.#change(async () => {
      const screen = await openScreen()
      if (!screen) return
      this.#screen = screen
      // The browser has a button of its own that ends the sharing.
      this.#onTrackEnd(screen, async () => {
        if (this.#screen === screen) this.#closeScreen()
      })
    })
  }

  /** Uses a device; undefined: the system's default. */
  choose = (kind: DeviceKind, id: string | undefined) =>
    this.#change(async () => {
      this.#chosen = { ...this.#chosen, [kind]: id }
      if (kind === 'audioinput') await this.#reopenMicrophone()
      if (kind === 'videoinput' && this.#camera) {
        this.#closeCamera()
        await this.#openCamera()
      }
    })

  /** Asks the camera for no more than this. */
  limitCapture({ height, frameRate }: VideoLimits) {
    if (height === this.#capture.height && frameRate === this.#capture.frameRate) return
    this.#capture = { height, frameRate }
    void this.#change(() => this.#applyCapture())
  }

  close() {
    this.#isClosed = true
    navigator.mediaDevices?.removeEventListener('devicechange', this.#onDeviceChange)
    for (const stream of [this.#microphone, this.#camera, this.#screen]) if (stream) closeStream(stream)
  }

  #change(work: () => Promise<unknown>): Promise<void> {
    this.#running = this.#running.then(async () => {
      if (this.#isClosed) return
      try {
        await work()
      } catch (error) {
        this.#options.onProblem(error instanceof CaptureError ? error.problem : problemOf(error))
      }
      if (this.#isClosed) this.close() // a device that opened meanwhile
      this.#options.onChange()
    })
    return this.#running
  }

  /** Stops sending without waiting for other changes. */
  #stopNow(stop: () => void): Promise<void> {
    stop()
    this.#options.onChange()
    return this.#running
  }

  /** A muted microphone is silent at once, also while a connection still has its track. */
  #enableMicrophone() {
    for (const track of this.#microphone?.getAudioTracks() ?? []) track.enabled = this.#isMicrophoneOn
  }

  async #openMicrophone(): Promise<void> {
    const [current] = this.#microphone?.getAudioTracks() ?? []
    if (current?.readyState === 'live') return
    try {
      this.#microphone = await openStream({ audio: true, video: null, use: 'call', microphoneId: this.#chosen.audioinput })
    } catch (error) {
      this.#isMicrophoneOn = false
      throw error
    }
    const microphone = this.#microphone
    const id = microphone.getAudioTracks()[0]?.getSettings().deviceId
    this.#onTrackEnd(microphone, async () => {
      if (this.#microphone === microphone) await this.#replaceEndedMicrophone(id)
    })
    await this.#listDevices() // the names of devices are known after the permission
  }

  /**
   * An unplugged microphone is replaced. One that is still there ended because its permission was withdrawn: it stays
   * off. While the list is unknown, it is opened again, which fails without a permission.
   */
  async #replaceEndedMicrophone(endedId: string | undefined): Promise<void> {
    const isListed = await this.#listDevices()
    if (isListed && this.#devices.audioinput.some(({ id }) => id === endedId)) this.#isMicrophoneOn = false
    await this.#reopenMicrophone()
  }

  async #reopenMicrophone(): Promise<void> {
    if (!this.#microphone) return
    closeStream(this.#microphone)
    this.#microphone = null
    if (this.#isMicrophoneOn) await this.#openMicrophone()
  }

  async #openCamera(): Promise<void> {
    const video = { facing: this.#facing, quality: 'medium', deviceId: this.#chosen.videoinput } as const
    const camera = await openStream({ audio: false, video })
    this.#camera = camera
    this.#onTrackEnd(camera, async () => {
      if (this.#camera === camera) this.#closeCamera()
    })
    await this.#applyCapture()
    await this.#listDevices()
  }

  /** Runs `work` when a device was unplugged or its permission was withdrawn, and not after `closeStream`. */
  #onTrackEnd(stream: MediaStream, work: () => Promise<void>) {
    stream.getTracks()[0]?.addEventListener('ended', () => void this.#change(work))
  }

  async #applyCapture(): Promise<void> {
    const [track] = this.#camera?.getVideoTracks() ?? []
    // A camera that cannot change its size keeps it: each sender scales the video for its participant.
    await track?.applyConstraints(captureConstraints(this.#capture)).catch(() => undefined)
  }

  #closeCamera() {
    if (this.#camera) closeStream(this.#camera)
    this.#camera = null
  }

  #closeScreen() {
    if (this.#screen) closeStream(this.#screen)
    this.#screen = null
  }

  /**
   * Waits a moment only: Firefox lists the devices when its window is in front, and no microphone waits for that.
   * @returns false if the browser has not listed the devices yet
   */
  #listDevices(): Promise<boolean> {
    const isListed = this.#readDevices().then(() => true)
    const isLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LIST_MS))
    return Promise.race([isListed, isLate])
  }

  async #readDevices(): Promise<void> {
    const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
    const of = (kind: DeviceKind) =>
      all.filter((each) => each.kind === kind && each.deviceId !== '').map(({ deviceId, label }) => ({ id: deviceId, label }))
    this.#devices = { audioinput: of('audioinput'), videoinput: of('videoinput'), audiooutput: of('audiooutput') }
    this.#options.onChange()
  }

  /**
   * A device was plugged in or out. The microphone follows the system's default unless the user chose another one that
   * is still there. A camera that is gone ends by itself.
   */
  readonly #onDeviceChange = () => {
    const microphones = JSON.stringify(this.#devices.audioinput)
    void this.#readDevices().then(() => this.#change(() => this.#useListed(microphones)))
  }

  /** @param microphones the microphones before the change, as JSON */
  async #useListed(microphones: string): Promise<void> {
    const chosen = this.#chosen.audioinput
    for (const kind of deviceKinds)
      if (!this.#devices[kind].some(({ id }) => id === this.#chosen[kind])) this.#chosen = { ...this.#chosen, [kind]: undefined }
    const isOther = chosen !== undefined || JSON.stringify(this.#devices.audioinput) !== microphones
    if (this.#chosen.audioinput === undefined && isOther) await this.#reopenMicrophone()
  }
}
