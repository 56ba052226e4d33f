// One structured line a request or message, of at most 400 bytes: cost of logs usually outweighs cost of compute.
// Nothing that a person typed, no token and no full address goes in here.
import { Logger } from '@aws-lambda-powertools/logger'
import { shortenText } from '#shared/text.ts'
import type { MetricLine } from './metrics.ts'
import { traceNow } from './trace.ts'

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

/** A place in code, as the engine writes it: `at name (file:line:column)`. */
const place = /^\s*at (?:[^()]+ \()?(?:file:\/\/|node:|\/)[^\s()]+:\d+:\d+\)?$/
const code = /^[A-Za-z0-9_.-]{1,60}$/

/**
 * What the log keeps of an error: which kind it is, its code, and where in the code it arose. Its message stays out: it
 * may quote what a person typed, a body that cannot be parsed, or the address that a mail was refused for.
 */
function tidyError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return {}
  const kinds: string[] = []
  for (let at: unknown = error; at instanceof Error && kinds.length < 4; at = at.cause)
    kinds.push(['code' in at ? `${at.code}` : '', at.name].filter((each) => code.test(each)).join(' '))
  const places = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => place.test(line))
  return { error: kinds.join(' < '), stack: shortenText(places.slice(0, 8).join(' |'), 900) }
}

/** A line names the work that it is of, unless it says so itself. */
const traced = (fields: Fields) => tidy({ ...traceNow(), ...fields })

export const log = {
  info: (message: string, fields: Fields = {}, metrics: MetricLine = {}) =>
    logger.info(message, { ...traced(fields), ...metrics }),
  warn: (message: string, fields: Fields = {}) => logger.warn(message, traced(fields)),
  /** The stack stays in the log, cut to size; it never reaches an answer. */
  error: (message: string, fields: Fields, error?: unknown, metrics: MetricLine = {}) =>
    logger.error(message, { ...traced(fields), ...tidyError(error), ...metrics }),
}
