/** The prefix of all routes. */
export const API_BASE = '/backend/api'
/** The base of the client for speech recognition (specification, section 7). */
export const ASR_BASE = '/asr-server'
/** The prefix of the addresses of files. */
export const UPLOADS_BASE = '/backend/uploads'
/** The header that carries the token of an alert (an HMAC over its id). */
export const ALERT_TOKEN_HEADER = 'x-alert-token'
/**
 * The cookie that authorizes requests for files only, because an <img> sends no bearer token. API calls under its path
 * can extend its grants.
 */
export const MEDIA_COOKIE = 'noroshi_media'
/**
 * The name of the media cookie on HTTPS. Both origins of a host share its cookies: neither a page on HTTP nor another
 * host of the domain can set this one, and a browser that has it still accepts the other. The prefix requires the path
 * '/'.
 */
export const SECURE_MEDIA_COOKIE = `__Host-${MEDIA_COOKIE}`
