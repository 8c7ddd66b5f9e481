import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { errorStatus, type ErrorCode } from '@noroshi/contract/errors'
import { AppError, errorReplyFor } from './errors.ts'

/** The error codes of Node's HTTP parser that have a status of their own. */
const BY_PARSER_CODE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
}

/**
 * Replies to a request that the HTTP parser rejects, and closes its connection. The language of the caller is unknown, so the text
 * is English. A connection that the client cut gets none.
 */
export function replyToParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = BY_PARSER_CODE[error.code ?? ''] ?? 'invalid'
  const status = errorStatus[code]
  const body = JSON.stringify(errorReplyFor(new AppError(code), 'en'))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
