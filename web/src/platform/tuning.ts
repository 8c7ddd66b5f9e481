/** Every timing of the interface (specification, section 9, unless another source is named). Limits that the server enforces too are the contract's. */

/** Milliseconds a toast stays by default. */
export const TOAST_MS = 5_000
/** Milliseconds of success and validation toasts. */
export const TOAST_SHORT_MS = 3_000
/** Milliseconds of rest in typing before people are searched. */
export const SEARCH_DEBOUNCE_MS = 500
/** Milliseconds between background refetches of what is on the screen. */
export const REFETCH_MS = 30_000
/** Milliseconds before a loading state shows itself (look: 'skeleton of the real rows after 300 ms'). */
export const SKELETON_DELAY_MS = 300
/** Milliseconds after which a request without any answer counts as 'not connected'; an upload has its own. */
export const REQUEST_TIMEOUT_MS = 30_000
/** Milliseconds that it may take longer for each thousand characters sent: a long page goes over a slow link, and comes back in the answer. */
export const REQUEST_MS_PER_THOUSAND = 200
/** Milliseconds in which nothing of an upload moves, after which it counts as 'not connected'; how long it takes is not limited. */
export const UPLOAD_STALL_MS = 30_000
/** Milliseconds a command over the socket waits for its acknowledgement. */
export const COMMAND_TIMEOUT_MS = 10_000
/** Milliseconds until a refused connection or a failed catch-up is tried again. */
export const RETRY_MS = 5_000
/** Milliseconds after which everything below an event's cursor has surely arrived, whatever its way. */
export const CURSOR_SETTLE_MS = 5_000
/** Milliseconds for which a stored cursor is worth going on from; after that asking again is cheaper than replaying. */
export const CURSOR_KEEP_MS = 3_600_000
/** Milliseconds the device may take to find its position, and how old a known one may be. */
export const LOCATE_TIMEOUT_MS = 10_000
export const LOCATE_MAX_AGE_MS = 30_000
/** Milliseconds that an action waits for a position which it can do without. */
export const LOCATE_QUICK_MS = 1_500

/** Milliseconds between two drawings of a list, so that a flood of hundreds a second leaves the page time for its people. The first comes at once. */
export const FLOOD_MS = 250
