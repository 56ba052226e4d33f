import { contracts } from '#shared/contracts/index.ts'
import { countDays, isDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { agencyNumbers, reportLines, toReportRow } from '../../domain/agencies-report.ts'
import { nodePage } from '../../domain/node-list.ts'
import { handle } from '../../kit/handle.ts'

const MOST_DAYS = 366

function checkDays(start: string, end: string): void {
  if (!isDay(start)) throw invalid({ start: 'This day does not exist.' })
  if (!isDay(end)) throw invalid({ end: 'This day does not exist.' })
  const days = countDays(start, end)
  if (days < 1) throw invalid({ end: 'The last day lies before the first.' })
  if (days > MOST_DAYS) throw invalid({ end: `Choose at most ${MOST_DAYS} days.` })
}

export default handle(contracts.agencies.report, async ({ db, input, company, files, newId }) => {
  const { start, end, Page: page, PerPage: perPage } = input
  if (company.kind !== 'root') throw invalid({ companyId: 'Only a root has agencies.' })
  checkDays(start, end)
  const list = { parentId: company.id, kind: 'agency', sort: 'company_name', order: 'asc' } as const
  const writeFile = async () => {
    const key = `exports/agencies/${company.id}/${newId('entry')}.csv`
    await files.putParts(key, reportLines(db, list, start, end), 'text/csv; charset=utf-8')
    const filename = `agencies-report-${start}-${end}.csv`
    return { url: await files.downloadUrl(key, filename), filename }
  }
  const {
    nodes,
    place: _,
    next: __,
    isCut: ___,
    ...numbers
  } = await nodePage(db, {
    list,
    search: '',
    tags: [],
    page,
    perPage,
    place: undefined,
  })
  const counted = await Promise.all(nodes.map((node) => agencyNumbers(db, node, start, end)))
  return {
    ...numbers,
    next_cursor: null,
    data: counted.map(toReportRow),
    ...(input.format === 'csv' && { file: await writeFile() }),
  }
})
