// One structured line a request or message, of at most 400 bytes: cost of logs usually outweighs cost of compute.
// Nothing that a person typed, no token and no full address goes in here.
import { Logger } from '@aws-lambda-powertools/logger'
import { shortenText } from '#shared/text.ts'

const logger = new Logger({ serviceName: 'leadloom' })

type Fields = Record<string, string | number | boolean | undefined>

// Control characters would let a value start a line of its own.
const clean = (text: string) => text.replace(/\p{Cc}/gu, ' ')

function tidy(fields: Fields): Record<string, string | number | boolean> {
  const out: Record<string, string | number | boolean> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === '') continue
    out[key] = typeof value === 'string' ? shortenText(clean(value), 120) : value
  }
  return out
}

export const log = {
  info: (message: string, fields: Fields = {}) => logger.info(message, tidy(fields)),
  warn: (message: string, fields: Fields = {}) => logger.warn(message, tidy(fields)),
  /** The stack stays in the log, cut to size; it never reaches an answer. */
  error: (message: string, fields: Fields, error?: unknown) =>
    logger.error(message, {
      ...tidy(fields),
      ...(error instanceof Error
        ? {
            error: shortenText(clean(`${error.name}: ${error.message}`), 300),
            stack: shortenText((error.stack ?? '').split('\n').slice(1, 9).join(' |'), 900),
          }
        : {}),
    }),
}
