import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as constants from '#shared/constants.ts'
import { allCalls } from '#shared/contracts/index.ts'
import { type Schedule, schedules } from '#shared/schedules.ts'
import { pageCount, pageRange } from '#web/ui/page-window.ts'

const root = join(import.meta.dirname, '../..')
const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
const paged = allCalls.filter(({ call }) => fieldsOf(call.input).includes('PerPage'))

describe('constants', () => {
  it('COB-22 are those that the requirements name', () => {
    expect(constants).toMatchObject({
      PAGE_SIZE: 10,
      MOST_A_PAGE: 100,
      EMAIL_MAX: 70,
      NO_PHONE: '000-000-0000',
      DEFAULT_COUNTRY: 'US',
      SYSTEM_ZONE: 'America/Chicago',
      NOTICE_MS: 5000,
      SCROLL_MS: 500,
      RESIZE_MS: 40,
      MIN_LETTERS: 3,
      SEARCH_WAIT_MS: 300,
    })
  })

  it('COB-22 give every list ten rows to a page unless asked, and at most a hundred', () => {
    expect(paged.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['companies.list', 'companies.report', 'leads.list']),
    )
    for (const { id, call } of paged) {
      const of = (input: object) => {
        const found = call.input.safeParse(input)
        const wrong = found.error?.issues.some(({ path }) => path[0] === 'PerPage') ?? false
        return wrong ? 'refused' : 'taken'
      }
      expect([id, of({ PerPage: 100 }), of({ PerPage: 101 }), of({ PerPage: 0 })]).toEqual([
        ...[id, 'taken', 'refused', 'refused'],
      ])
      const { properties } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
      expect([id, properties?.PerPage]).toEqual([id, expect.objectContaining({ default: 10 })])
    }
    expect([pageCount(11), pageRange(2, 11)]).toEqual([2, { from: 11, to: 11 }])
  })

  it('COB-22 stand in every list that answers pages, those with a size of their own aside', () => {
    const sized = allCalls.filter(({ call }) => fieldsOf(call.output).includes('per_page')).map(({ id }) => id)
    const asked = new Set(paged.map(({ id }) => id))
    // Ten to a page, and nobody asks for more: their handlers take the constant.
    const fixed = sized.filter((id) => !asked.has(id))
    expect(fixed).toEqual(['audit.list', 'payments.invoices'])
    for (const id of fixed) {
      const text = readFileSync(join(root, `functions/api/${id.replace('.', '/')}.ts`), 'utf8')
      expect([id, text.includes('perPage: PAGE_SIZE')]).toEqual([id, true])
    }
    // Programs ask by `limit`, for as many at most, and get as many unless they do.
    const limited = allCalls.filter(({ call }) => fieldsOf(call.input).includes('limit'))
    expect(limited.map(({ id }) => id.split('.')[0])).toEqual(limited.map(() => 'developer'))
    for (const { call } of limited) {
      const { properties } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
      expect(properties?.limit).toMatchObject({ default: 10, maximum: 100 })
    }
  })

  it('COB-22 have no second page size beside them', () => {
    const own = globSync('{shared,web,functions}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => file !== 'shared/constants.ts')
      .filter((file) => /\b(?:PER_PAGE|PAGE_SIZE|LOG_PAGE) = \d/.test(readFileSync(join(root, file), 'utf8')))
    expect(own).toEqual([])
  })

  it('COB-13 let every timetable entry that names an hour run by the zone of the system', () => {
    const daily = Object.entries<Schedule>(schedules).filter(([, { cron }]) => /^\d+ \d+ /.test(cron))
    expect(daily.length).toBeGreaterThan(1)
    for (const [name, { timeZone }] of daily) expect([name, timeZone]).toEqual([name, 'America/Chicago'])
  })
})
