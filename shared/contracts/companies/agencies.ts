import * as z from 'zod'
import { call } from '../lib/call.ts'
import { Day, Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'
import { ListFileWire } from '../lib/list-file.ts'
import { WireAmount } from '../pricing/fields.ts'
import { ListQuery, NodePage } from './calls.ts'

export const salesDownline = call({
  method: 'GET',
  path: '/configuration/sales-downline/{companyId}/{salesId}/{sort}/{order}/{search}',
  summary: 'The agencies of a sales person: those where they are representative, account executive or referrer.',
  can: 'agency:read',
  pages: ['agencyList', 'clientManagement'],
  company: 'companyId',
  user: 'salesId',
  rounds: { most: 4, reason: 'Marks lead to the rows, and the rows to their sales people.' },
  input: z.object({ companyId: Id, salesId: Id, ...ListQuery }),
  output: NodePage,
})

export const report = call({
  method: 'GET',
  path: '/configuration/agencies-report/{companyId}/{start}/{end}',
  summary:
    "What each agency of a root has: clients, active campaigns, and leads between two days, with what they were bought and sold for. Days are those of each campaign's zone. As `csv` it orders a file of all agencies besides, or, where `file` names one, says how far it is and where it lies once it is done. A file of these days that is still on its way is told unasked.",
  can: 'agency:report',
  pages: ['agencyList'],
  company: 'companyId',
  rounds: { most: 3, reason: 'The numbers are those of the agencies of the page.' },
  input: z.object({
    companyId: Id,
    start: Day,
    end: Day,
    Page: PageNumber,
    PerPage,
    format: z.enum(['', 'csv']).default(''),
    file: Id.or(z.literal('')).default(''),
  }),
  output: pageOf(
    z.object({
      company_id: z.string(),
      company_name: z.string(),
      clients: z.number(),
      active_campaigns: z.number(),
      leads: z.number(),
      wholesale: WireAmount,
      retail: WireAmount,
      payment_status: z.enum(['failed', '']),
    }),
  ).extend({ file: ListFileWire.optional() }),
})

export const roots = call({
  method: 'GET',
  path: '/configuration/root/list',
  summary: 'Every root of this installation for the people of the first one; others get their own alone.',
  can: 'agency:report',
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ id: z.string(), company_name: z.string(), domain: z.string(), idsys: z.string() })),
  }),
})
