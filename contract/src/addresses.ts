/** Where every route begins. */
export const API_BASE = '/backend/api'
/** Where files are. */
export const UPLOADS_BASE = '/backend/uploads'
/** The header that carries the token of an alert (an HMAC over its id). */
export const ALERT_TOKEN_HEADER = 'x-alert-token'
