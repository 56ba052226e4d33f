import { contracts } from '#shared/contracts/index.ts'
import { countDays, isDay } from '#shared/dates.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { isListFileKept, type ListFile, listFileAt } from '#shared/model/list-file.ts'
import { agencyNumbers } from '../../domain/companies/agencies-report.ts'
import { nodePage } from '../../domain/companies/list.ts'
import { findOpenFile, listFileName, orderFile } from '../../domain/companies/list-files.ts'
import { listFileKey } from '../../domain/lib/list-file-key.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { toReportRow } from '../../wire/companies/report-row.ts'
import { toPageWire } from '../../wire/lib/page.ts'

const MOST_DAYS = 366

function checkDays(start: string, end: string): void {
  if (!isDay(start)) throw invalid({ start: 'This day does not exist.' })
  if (!isDay(end)) throw invalid({ end: 'This day does not exist.' })
  const days = countDays(start, end)
  if (days < 1) throw invalid({ end: 'The last day lies before the first.' })
  if (days > MOST_DAYS) throw invalid({ end: `Choose at most ${MOST_DAYS} days.` })
}

type Report = Context<typeof contracts.companies.report>

async function toWire({ files }: Report, file: ListFile) {
  const { id, status, currentRow, totalRows, reason } = file
  const filename = listFileName(file)
  const url = status === 'done' ? { url: await files.downloadUrl(listFileKey(file), filename) } : {}
  return { id, filename, status, current_row: currentRow, total_row: totalRows, reason, ...url }
}

/** The file that the call orders or asks after; without a word of it, the one of these days that is on its way. */
async function fileOf(context: Report): Promise<ListFile | undefined> {
  const { db, input, company, actor, now } = context
  const { start, end, format, file: id } = input
  const wanted = { companyId: company.id, what: 'agenciesReport', start, end } as const
  if (format !== 'csv') return findOpenFile(context, wanted)
  if (!id) return orderFile(context, wanted, actor.userId)
  const file = await db.listFile.find({ companyId: company.id, id })
  // A root's files lie together, and those of leads are for the person who ordered them.
  if (file?.what !== 'agenciesReport' || !isListFileKept(file, now())) throw notFound('file')
  return listFileAt(file, now())
}

export default handle(contracts.companies.report, async (context) => {
  const { db, input, company } = context
  const { start, end, Page: page, PerPage: perPage } = input
  if (company.kind !== 'root') throw invalid({ companyId: 'Only a root has agencies.' })
  checkDays(start, end)
  const list = { parentId: company.id, kind: 'agency', sort: 'companyName', order: 'asc' } as const
  const query = { list, search: '', tags: [], page, perPage, place: undefined }
  const numbered = async () => {
    const { nodes, place: _, next: __, isCut: ___, ...numbers } = await nodePage(db, query)
    return { numbers, counted: await Promise.all(nodes.map((node) => agencyNumbers(db, node, start, end))) }
  }
  const [{ numbers, counted }, file] = await Promise.all([numbered(), fileOf(context)])
  return {
    ...toPageWire(numbers),
    next_cursor: null,
    data: counted.map(toReportRow),
    ...(file && { file: await toWire(context, file) }),
  }
})
