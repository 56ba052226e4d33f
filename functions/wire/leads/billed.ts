// Leads that one amount was paid for, as their reader may see them: a page, or all of them as a file.
import type { Output } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import { leadCsv, MOST_LEADS_IN_FILE } from '#shared/leads/csv.ts'
import { type LeadViewer, viewerOf } from '#shared/leads/row.ts'
import type { UserActor } from '#shared/model/actor.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import { type BilledPlace, billedPage } from '../../domain/invoices/billed-leads.ts'
import type { Source } from '../../domain/invoices/leads-of-hold.ts'
import { homesOf, rowsFor, showLead } from '../../domain/reports/facts.ts'
import type { FoundLead } from '../../domain/reports/lead-list.ts'
import type { Scope } from '../../domain/reports/scope.ts'
import { toReportRow } from '../reports/lead.ts'

type Answer = Output<'payments.invoiceLeads'>

const PAGE = 50

const scopeOf = (company: Company): Scope =>
  company.kind === 'client'
    ? { of: 'client', client: company, line: undefined }
    : { of: 'agency', agency: company, line: undefined }

async function fileOf(db: Db, scope: Scope, rows: readonly FoundLead[], viewer: LeadViewer): Promise<string> {
  const homes = await homesOf(
    db,
    scope,
    rows.map(({ campaign }) => campaign),
    { hasTypes: true },
  )
  const lines = rows.flatMap((each) => {
    const home = homes.get(each.campaign.id)
    return home ? [{ row: showLead(each, home, viewer).row, home }] : []
  })
  return leadCsv(lines, { homes: [...homes.values()], viewer, isMixed: true })
}

const tooMany = () =>
  invalid({
    format: `These are more than ${MOST_LEADS_IN_FILE.toLocaleString('en-US')} leads. The campaign's own list has a file of any size.`,
  })

type Asked = {
  db: Db
  actor: UserActor
  company: Company
  sources: readonly Source[]
  /** Where the page begins, and how it is said where the next one does. */
  from: BilledPlace | undefined
  toNext: (place: BilledPlace) => string
  /** The name of the file that is wanted; without it a page is. */
  filename: string | undefined
}

const START: BilledPlace = { source: 0, found: 0 }

export async function answerBilled({
  db,
  actor,
  company,
  sources,
  from: asked,
  toNext,
  filename,
}: Asked): Promise<Answer> {
  const [scope, viewer] = [scopeOf(company), viewerOf(actor)]
  if (filename === undefined) {
    const { rows, next } = await billedPage(db, sources, { from: asked ?? START, limit: PAGE })
    const rowOf = await rowsFor(db, scope, rows, viewer, { hasTypes: true })
    const data = rows.flatMap((found) => {
      const shown = rowOf(found)
      return shown ? [toReportRow(shown)] : []
    })
    return { data, next_cursor: next ? toNext(next) : null }
  }
  const all: FoundLead[] = []
  for (let from: BilledPlace | undefined = START; from; ) {
    const page: Awaited<ReturnType<typeof billedPage>> = await billedPage(db, sources, {
      from,
      limit: MOST_LEADS_IN_FILE + 1 - all.length,
    })
    all.push(...page.rows)
    if (all.length > MOST_LEADS_IN_FILE) throw tooMany()
    from = page.next
  }
  return { data: [], next_cursor: null, filename, csv: await fileOf(db, scope, all, viewer) }
}
