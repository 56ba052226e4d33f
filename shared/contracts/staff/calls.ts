import * as z from 'zod'
import { call } from '../lib/call.ts'
import { Id, PageNumber, PerPage, pageOf } from '../lib/fields.ts'
import { StaffRow } from './fields.ts'

export const list = call({
  method: 'GET',
  path: '/configuration/administrators/{companyId}',
  summary: "A company's administrators by name, page by page. They are made, edited and removed by the user calls.",
  can: 'administrator:read',
  pages: ['administratorList'],
  company: 'companyId',
  input: z.object({ companyId: Id, search: z.string().trim().max(200).default(''), Page: PageNumber, PerPage }),
  output: pageOf(StaffRow),
})

export const customerCare = call({
  method: 'GET',
  path: '/configuration/customer-care',
  summary: 'Whom a client may turn to: the people whom its agency marked as customer care. Nobody for others.',
  can: 'signed-in',
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  }),
})
