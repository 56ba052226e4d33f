import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { leadCsv, MOST_LEADS_IN_FILE } from '#shared/leads/csv.ts'
import { viewerOf } from '#shared/leads/row.ts'
import { isListFileKept, type ListFile, listFileAt } from '#shared/model/list-file.ts'
import { keepFile, listFileName, orderFile } from '../../domain/companies/list-files.ts'
import { listFileKey } from '../../domain/lib/list-file-key.ts'
import { readScope } from '../../domain/reports/asked.ts'
import { countCampaigns, sumUp } from '../../domain/reports/counts.ts'
import { homesOf, seenBy, showLead } from '../../domain/reports/facts.ts'
import { findLeads, MOST_SORTED } from '../../domain/reports/lead-list.ts'
import { openBook } from '../../domain/reports/scope.ts'
import { fitsAnswer } from '../../kit/answer.ts'
import { type Context, handle } from '../../kit/handle.ts'

type Asked = Context<typeof contracts.leads.download>

const words = `These are more than ${MOST_LEADS_IN_FILE.toLocaleString('en-US')} leads. Choose fewer days, or leave out the search.`

async function toWire({ files }: Asked, file: ListFile) {
  const { id, status, currentRow, totalRows, reason } = file
  const filename = listFileName(file)
  const url = status === 'done' ? { url: await files.downloadUrl(listFileKey(file), filename) } : {}
  const told = { id, filename, status, current_row: currentRow, total_row: totalRows, reason, ...url }
  return { result: 'success' as const, filename, file: told }
}

/** A file is for the person who ordered it: others of the company may see less than they do. */
async function findFile({ db, me, input, now }: Asked) {
  const file = await db.listFile.find({ companyId: me.companyId, id: input.file })
  if (file?.what !== 'leads' || file.requestedBy !== me.id || !isListFileKept(file, now())) throw notFound('file')
  return listFileAt(file, now())
}

export default handle(contracts.leads.download, async (context) => {
  const { input, actor, me, company, campaign, db } = context
  if (input.file) return toWire(context, await findFile(context))
  const { scope, days } = readScope({ input, company, campaign })
  const { sortby: sort, order, searchQuery: search, moduleType: line } = input
  const viewer = viewerOf(actor)
  const book = await openBook(db, scope, days)
  const counted = await countCampaigns(db, book, days)
  const total = counted.reduce((sum, each) => sum + sumUp(each.days).leads, 0)
  const leads = {
    companyId: company.id,
    campaignId: campaign?.id ?? '',
    line,
    viewer: viewer === 'client' ? viewer : ('agency' as const),
  }
  const wanted = { companyId: me.companyId, what: 'leads' as const, start: days.from, end: days.to, leads }
  if (!search && total > MOST_LEADS_IN_FILE) return toWire(context, await orderFile(context, wanted, me.id))
  const query = { days, search, sort, order }
  const make = async () => {
    const found = await findLeads(db, counted, query, seenBy(db, scope, viewer), { leads: MOST_SORTED, words })
    if (found.length > MOST_LEADS_IN_FILE) throw invalid({ startDate: words })
    const campaigns = campaign ? [{ ...campaign, whole: campaign }] : found.map((each) => each.campaign)
    const homes = await homesOf(db, scope, campaigns, { hasTypes: true })
    const rows = found.flatMap((each) => {
      const home = homes.get(each.campaign.id)
      return home ? [{ row: showLead(each, home, viewer).row, home }] : []
    })
    return { text: leadCsv(rows, { homes: [...homes.values()], viewer, isMixed: !campaign }), rows: rows.length }
  }
  const made = await make()
  const { text: csv } = made
  if (!fitsAnswer(csv)) return toWire(context, await keepFile(context, wanted, me.id, made, make))
  return {
    result: 'success' as const,
    filename: `leads-${campaign ? `${campaign.number}-` : ''}${days.from}-${days.to}.csv`,
    csv,
  }
})
