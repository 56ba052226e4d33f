import * as z from 'zod'
import { signInPlaces, toolSlugs } from '../../integrations/slugs.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const pages = ['integrations', 'integration'] as const
const Slug = z.enum(toolSlugs)
/** 256 bits as base64url. */
const State = z.string().max(64)

export const beginSignIn = call({
  method: 'POST',
  path: '/integration/sign-in',
  summary:
    "Where people say yes at a tool's own sign-in. The address is good for ten minutes, for who asked, in this session.",
  can: 'integration:update',
  inView: 'refused',
  sensitive: true,
  company: 'company_id',
  pages,
  audit: { action: 'Integration Save', did: 'Began to connect a tool' },
  rounds: { most: 3, reason: 'Tries are counted; the root says where people come back to; the sign-in is remembered.' },
  input: z.object({ company_id: Id, integration_slug: Slug }),
  output: Done.extend({ url: z.url() }),
})

export const signInReturn = call({
  method: 'GET',
  path: '/integration/sign-in/return/{place}',
  summary:
    'Where a tool sends people back to, each to a place of its own: leads on to the page of the company that asked, which finishes it.',
  can: 'anyone',
  redirects: true,
  input: z.object({
    place: z.enum(signInPlaces),
    state: State,
    code: z.string().max(1000).default(''),
    error: z.string().max(200).default(''),
  }),
  output: z.object({ location: z.string() }),
})

export const finishSignIn = call({
  method: 'POST',
  path: '/integration/sign-in/finish',
  summary: 'Connects a company with a tool by the code of its sign-in, which works once, for who began it.',
  can: 'integration:update',
  // The connection stays after the look.
  inView: 'refused',
  company: 'company_id',
  pages,
  audit: { action: 'Integration Save', did: 'Connected a tool', tried: 'Tried to connect a tool' },
  input: z.object({ company_id: Id, integration_slug: Slug, state: State, code: z.string().min(1).max(1000) }),
  output: Done,
})
