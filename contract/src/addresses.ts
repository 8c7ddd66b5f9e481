/** The prefix of all routes. */
export const API_BASE = '/backend/api'
/** The prefix of the addresses of files. */
export const UPLOADS_BASE = '/backend/uploads'
/** The header that carries the token of an alert (an HMAC over its id). */
export const ALERT_TOKEN_HEADER = 'x-alert-token'
