/**
 * All timings of the interface (specification, section 9, unless a comment names another source). Limits that the
 * server enforces too are in the contract.
 */

/** Milliseconds for which a toast is shown by default. */
export const TOAST_MS = 5_000
/** Milliseconds of a touch that opens a menu. */
export const LONG_TOUCH_MS = 500
/** Milliseconds for which the hint of a new message is shown. */
export const MESSAGE_HINT_MS = 6_000
/** Milliseconds after which a hidden page notifies of a message, unless a visible page of the device did. */
export const HIDDEN_HINT_DELAY_MS = 400
/** Milliseconds for which success and validation toasts are shown. */
export const TOAST_SHORT_MS = 3_000
/** Milliseconds for which the toast about an approved or rejected draft is shown. */
export const TOAST_APPROVAL_MS = 2_000
/** Milliseconds without typing before a search for users starts. */
export const SEARCH_DEBOUNCE_MS = 500
/** Milliseconds after which a voice dialog that waits for the server shows a loader (specification, section 9). */
export const HANDS_FREE_LOADER_MS = 2_000
/** Milliseconds between background refetches of visible data. */
export const REFETCH_MS = 30_000
/** Milliseconds for which the list of users that like a post is fresh. */
export const LIKES_STALE_MS = 120_000
/** Milliseconds without a long task after which a map starts, in windows with panes side by side and in narrow ones. */
export const MAP_QUIET_MS = { wide: 1_500, narrow: 3_000 } as const
/** Max milliseconds for which a map waits for a quiet page. */
export const MAP_QUIET_MAX_MS = 8_000
/**
 * Milliseconds after the start in which a page loads only the code and data of its screen. Then it waits until it is
 * idle.
 */
export const START_MS = 3_000
export const START_IDLE_MAX_MS = 5_000
/** Milliseconds between two checks for a new version of the application. */
export const VERSION_CHECK_MS = 3_600_000
/** Timeout in milliseconds of a subscription at the push service. Without internet, some browsers never answer. */
export const SUBSCRIBE_TIMEOUT_MS = 15_000
/** Timeout in milliseconds for the activation of the service worker. */
export const WORKER_TIMEOUT_MS = 20_000
/** Timeout in milliseconds for the deletion of the browser data of an ended session. */
export const SESSION_END_MS = 3_000
/** Milliseconds between two checks whether a reload would interrupt work, while a new version is offered. */
export const UNFINISHED_CHECK_MS = 500
/** Milliseconds before a loading state is shown (design: skeletons appear after 300 ms). */
export const SKELETON_DELAY_MS = 300
/** Milliseconds without a reply after which a request fails as offline. Uploads have their own limit. */
export const REQUEST_TIMEOUT_MS = 30_000
/**
 * Milliseconds added to the limit for each thousand characters of the body: long pages are sent and returned over slow
 * links.
 */
export const REQUEST_MS_PER_THOUSAND = 200
/** Milliseconds without progress after which an upload fails as offline. Its total time is not limited. */
export const UPLOAD_STALL_MS = 30_000
/** Milliseconds that a socket command waits for its acknowledgement. */
export const COMMAND_TIMEOUT_MS = 10_000
/**
 * Milliseconds between two checks of the connection by a visible page, and by the stand-by screen, which saves its
 * battery.
 */
export const CHECK_EVERY_MS = 8_000
export const STANDBY_CHECK_EVERY_MS = 20_000
/**
 * Milliseconds without an answer after which a connection counts as dead: of a regular check, which a slow upload may
 * delay, and of one whose cause is a change of the network or the return to the page.
 */
export const CHECK_TIMEOUT_MS = 8_000
export const PROMPTED_CHECK_TIMEOUT_MS = 5_000
/** Milliseconds by which a timer of the check may be late before it waits once more for the answer. */
export const CHECK_LATE_MS = 1_000
/** Milliseconds between two ticks of a page. Two ticks that are further apart than `SLEEP_MIN_MS` show that the device slept. */
export const TICK_MS = 2_000
export const SLEEP_MIN_MS = 6_000
/** Milliseconds without progress after which a request dies with the connection of the socket. */
export const SILENT_REQUEST_MS = 3_000
/** Milliseconds after which an attempt to connect is replaced when the network may be back. */
export const ATTEMPT_MIN_MS = 3_000
/** Milliseconds until a failed catch-up is retried. */
export const RETRY_MS = 5_000
/** Milliseconds until a lost or refused connection is opened again, by the number of failures (backoff.ts). */
export const RECONNECT = { first: 500, max: 5_000 } as const
/** Milliseconds after which all events before the cursor of an event have arrived, live or by catch-up. */
export const CURSOR_SETTLE_MS = 5_000
/**
 * Milliseconds between two checks whether this device trusts the HTTPS port of the server, and the max duration of one
 * check.
 */
export const PROBE_MS = 3_000
export const PROBE_TIMEOUT_MS = 5_000
/** Milliseconds between two reads of the state of the alarm app while it is shown. */
export const ALARM_APP_STATE_MS = 3_000
/** Milliseconds for which the device check plays the alarm. */
export const SOUND_CHECK_MS = 4_000
/** Milliseconds that the device may take to find its location, and the max age in milliseconds of a cached one. */
export const LOCATE_TIMEOUT_MS = 10_000
export const LOCATE_MAX_AGE_MS = 30_000
/** Milliseconds that an action waits for a location that it can omit. */
export const LOCATE_QUICK_MS = 1_500

/**
 * Milliseconds between two renders of a list while hundreds of events a second arrive, so that the page stays
 * responsive. The first event renders at once.
 */
export const FLOOD_MS = 200

/**
 * Milliseconds for which a dialog that opens by itself ignores keyboard input: the input was meant for the screen
 * before.
 */
export const KEY_GUARD_MS = 1_500
/** Milliseconds without a key press after which a user no longer counts as typing. */
export const TYPING_REST_MS = 1_500
