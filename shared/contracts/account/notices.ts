import * as z from 'zod'
import { mailTopics, noticeKindNames, noticeTopics } from '../../notices.ts'
import { flagInput, WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done } from '../lib/fields.ts'

export const NoticeRow = z.object({
  id: z.string(),
  kind: z.enum(noticeKindNames),
  at: z.string(),
  unread: WireFlag,
  /** What its words are made from, by the names that its kind has. */
  facts: z.record(z.string(), z.string()),
})

export const notices = call({
  method: 'GET',
  path: '/user/notices',
  summary:
    'What the people of the company were told, as far as the caller may see it, the latest first, for 90 days. A page is found by the cursor of the one before; it may hold fewer than others where most are not for the caller.',
  can: 'signed-in',
  input: z.object({
    cursor: z.string().max(1000).optional(),
    topic: z.enum(noticeTopics).optional(),
    unread: flagInput.optional(),
  }),
  output: z.object({ data: z.array(NoticeRow), next_cursor: z.string().nullable() }),
})

export const countNotices = call({
  method: 'GET',
  path: '/user/notices/unread',
  summary:
    'How many of the latest notices the caller has not read, and for operators whether something new of the platform was not seen yet. It reads one unit.',
  can: 'signed-in',
  input: z.object({}),
  output: z.object({ unread: z.number(), has_news: WireFlag }),
})

export const readNotices = call({
  method: 'POST',
  path: '/user/notices/read',
  summary:
    'Marks notices as read by the caller: single ones, or all up to an instant. `news` says that what is new was seen.',
  can: 'signed-in',
  inView: 'refused',
  audit: 'none',
  rounds: { most: 3, reason: 'What is there is looked at before it is marked.' },
  input: z.object({
    ids: z
      .array(z.string().regex(/^[\w-]{16}$/, 'This is no notice.'))
      .max(50)
      .default([]),
    until: z.iso.datetime().optional(),
    news: z.iso.date().optional(),
  }),
  output: Done,
})

export const mailChoices = call({
  method: 'GET',
  path: '/user/mail-choices',
  summary:
    'Of what the caller also gets mails, by topic. Mails that carry a credential or are about safety always leave.',
  can: 'signed-in',
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ topic: z.enum(mailTopics), mail: WireFlag })) }),
})

const Topics = z.array(z.enum(mailTopics)).max(mailTopics.length)

export const saveMailChoices = call({
  method: 'PUT',
  path: '/user/mail-choices',
  summary:
    'Chooses of which topics the caller gets notices in the application alone (`without`), and of which by mail as well (`with`). Topics that stand in neither stay as they are.',
  can: 'signed-in',
  inView: 'refused',
  audit: { action: 'User Update', did: 'Set which notices come by mail' },
  input: z.object({ without: Topics, with: Topics }).partial(),
  output: Done,
})
