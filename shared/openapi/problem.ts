// How a failure is told to programs: as RFC 9457 has it, with our own fields beside.
import * as z from 'zod'
import { type ErrorCode, statusOf } from '../errors.ts'
import { Failure } from '../wire.ts'

const { result: _, status: __, code: ___, ...ours } = Failure.shape

/** Codes that only people meet. */
const forPeople: readonly ErrorCode[] = ['session_ended', 'reauthenticate', 'crawl_failed']
const problemCodes = Object.keys(statusOf).filter((code) => !forPeople.some((each) => each === code))

export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().describe('What the status means.'),
    status: z.int(),
    detail: z.string().describe('The same sentence as `message`.'),
    ...ours,
    result: z.literal('failed'),
    message: ours.message.describe('A sentence for people.'),
    code: z.enum(problemCodes).describe('What a program decides by.'),
    fields: ours.fields.describe('Of each field that is wrong, why.'),
    error: z
      .enum(['invalid_client', 'invalid_request', 'invalid_scope', 'unsupported_grant_type'])
      .optional()
      .describe('Of a request for a token alone: what OAuth 2.0 calls it.'),
    requestId: ours.requestId.describe('Names this answer when you ask for help.'),
  })
  .meta({ id: 'Problem', description: 'Why something was refused or failed, by RFC 9457 and with more fields.' })

type Told = { code: ErrorCode; title: string; message: string; fields?: Record<string, string> }

export const problemExample = ({ code, title, message, fields }: Told): z.input<typeof Problem> => ({
  type: 'about:blank',
  title,
  status: statusOf[code],
  detail: message,
  result: 'failed',
  message,
  code,
  ...(fields && { fields }),
  requestId: 'req_01KB2X9D0Q6V5S4T3R2P1N0M9K',
})
