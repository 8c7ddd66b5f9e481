/** All keys of local storage. */
export const storageKeys = {
  accessToken: 'accessToken',
  /** The user to whom the access token belongs. */
  sessionUser: 'sessionUser',
  language: 'language',
  /** The message key of a success that is shown after a reload. */
  toastOfReload: 'toastOfReload',
  /** The name of the unit, for screens that are shown before its settings are loaded. */
  unitName: 'unitName',
  /** A random id of this browser. */
  deviceId: 'deviceId',
  /** Tokens of the alerts that this device raised anonymously. */
  alertTokens: 'alertTokens',
  /**
   * Unsent SOS of the page on HTTP or of an earlier version of the application, which the outbox adopts at the next
   * start.
   */
  unsentSos: 'unsentSos',
  /** The user has hidden the hint about secure pages on this device. */
  joinHintHidden: 'joinHintHidden',
  /** Hands-free mode is enabled on this device. */
  handsFree: 'handsFree',
  /** The threshold of the wake word for the voice of this device's user. */
  wakeWordThreshold: 'wakeWordThreshold',
  /** The user has turned off the notifications of this device. */
  pushOff: 'pushOff',
  /** The limit of the map that this device stores. */
  mapLimit: 'mapLimit',
  /** The user has hidden the hint about missing streets. */
  streetsHintHidden: 'streetsHintHidden',
  /** The time of the last connection with a session, in milliseconds since 1970. */
  connectedAt: 'connectedAt',
  /** The token from the link of a reset email (specification, section 2). */
  resetToken: 'reset-password-token',
  /** The token from the link of a mail that confirms a new email address. */
  emailToken: 'confirm-email-token',
  /** The code of the set-up link from the console, until it is used. */
  setupCode: 'setup-code',
  /** The code of an invitation link, until it is used. */
  inviteCode: 'invite-code',
  /** The name of this device as a desk of a shelter. */
  deskName: 'deskName',
  /** Alarms are read aloud on this device. */
  readAlarms: 'readAlarms',
  /** The user has turned off the shortcuts of single keys on this device. */
  singleKeysOff: 'singleKeysOff',
  /** Calls send the high preset of the camera. */
  highVideo: 'highVideo',
  /** New messages do not sound on this device. */
  messageSoundOff: 'messageSoundOff',
  /** Ids of the messages of which a tab has notified the user, the newest last. */
  hintedMessages: 'hintedMessages',
  /** The volume of reading aloud, 0 to 1. */
  readAloudVolume: 'readAloudVolume',
  /** Ids of what a tab has begun to read aloud, the newest last. */
  readAloudBegun: 'readAloudBegun',
  /** The text that a tab reads aloud now. */
  readAloudNow: 'readAloudNow',
  /** The sounds that play in each tab. */
  soundingTabs: 'soundingTabs',
  /** Time of the last press of the button that stops reading, in any tab. */
  readAloudStop: 'readAloudStop',
  /** The last device report and its time. */
  deviceReport: 'deviceReport',
  /** A test alarm has rung for the user of this browser. */
  testRang: 'testRang',
  /** The token of the siren screen that this device is (decisions/0141). */
  sirenToken: 'sirenToken',
  /** The time of the siren screen's last contact with the server, in milliseconds since 1970. */
  sirenContactAt: 'sirenContactAt',
  /** The id of the newest missed call that a notice has shown. */
  noticedCall: 'noticed-call',
  /** The id of the call that rings and the time since which it rings, so that a reload continues to ring. */
  ringingCall: 'ringing-call',
} as const

/** Prefixes of keys that exist once per entity. */
export const storagePrefixes = {
  /** Unsent content of a page. */
  unsentPage: 'unsentPage:',
  /** Unsent text of a chat, a comment or an alert. */
  draft: 'draft:',
  /** What the server knows of a draft, by the key of the draft. */
  draftSync: 'draftSync:',
  /** The newest call of a kind that the user has seen in the history. */
  seenCall: 'seenCall:',
  /** Unsent entries of the outbox. */
  unsent: 'unsent:',
} as const

/**
 * Keys that a logout keeps (product decision: an SOS and its tokens outlive a session). docs/operations.md lists them for
 * operators. The outbox deletes its entries of the user itself.
 */
const keysOfDevice: readonly string[] = [
  storageKeys.language,
  storageKeys.unitName,
  storageKeys.deviceId,
  storageKeys.alertTokens,
  storageKeys.unsentSos,
  storageKeys.joinHintHidden,
  storageKeys.mapLimit,
  storageKeys.pushOff,
  storageKeys.readAlarms,
  storageKeys.messageSoundOff,
  storageKeys.readAloudVolume,
  storageKeys.highVideo,
  storageKeys.singleKeysOff,
  storageKeys.sirenToken,
  storageKeys.sirenContactAt,
]
const isOfDevice = (key: string) => keysOfDevice.includes(key) || key.startsWith(storagePrefixes.unsent)

type Listener = () => void
const listeners = new Map<string, Set<Listener>>()

const notify = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener()
}

/** Values that the browser refused to store (blocked site data, full disk). They exist until the page is closed. */
const memoryOnly = new Map<string, string>()

/** Reads local storage. Any access throws if the user has blocked it; the application works without it. */
function readStorage<Result>(read: (storage: Storage) => Result, fallback: Result): Result {
  try {
    return read(localStorage)
  } catch {
    return fallback
  }
}

export const readStored = (key: string): string | null =>
  memoryOnly.get(key) ?? readStorage((storage) => storage.getItem(key), null)

/** Returns whether only memory has this key: a reload loses it. */
export const isMemoryOnly = (key: string): boolean => memoryOnly.has(key)

export function writeStored(key: string, value: string | null) {
  memoryOnly.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memoryOnly.set(key, value)
  }
  notify(key)
}

/** Calls back on each change of a key, in this tab or another one. */
export function onStored(key: string, listener: Listener): () => void {
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => ofKey.delete(listener)
}

const currentKeys = (): string[] => [...new Set([...memoryOnly.keys(), ...readStorage(Object.keys, [])])]

/** Returns the keys with a prefix. */
export const storedKeys = (prefix: string): string[] => currentKeys().filter((key) => key.startsWith(prefix))

/** Whether this origin stores text or page content that was begun and not sent. */
export const hasStoredDrafts = (): boolean =>
  [storagePrefixes.unsentPage, storagePrefixes.draft].some((prefix) => storedKeys(prefix).length > 0)

/**
 * Removes the data of the user and keeps the data of the device. The token is removed first: listeners of the end of the
 * session can still read what the user has not sent.
 * @param kept further keys that stay
 */
export function clearStored(kept: readonly string[] = []) {
  writeStored(storageKeys.accessToken, null)
  for (const key of currentKeys()) if (!isOfDevice(key) && !kept.includes(key)) writeStored(key, null)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key !== null) notify(key)
    else for (const each of listeners.keys()) notify(each)
  })
}
