import { SYSTEM_ZONE } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { countDays, daysIn, isDay } from '#shared/dates.ts'
import { invalid } from '#shared/errors.ts'
import { agencyMargins } from '../../domain/invoices/agency-margin.ts'
import { clientMargins } from '../../domain/invoices/margins.ts'
import { handle } from '../../kit/handle.ts'
import { marginsCsv, toAgencyMargins, toMargins } from '../../wire/payments/margins.ts'

const MOST_DAYS = 366

export default handle(contracts.payments.margins, async ({ db, input, company, files, newId }) => {
  const { start, end, format } = input
  if (!isDay(start) || !isDay(end) || countDays(start, end) < 1)
    throw invalid({ end: 'Name a first day, and a last one that is not before it.' })
  if (countDays(start, end) > MOST_DAYS) throw invalid({ end: 'Choose a year at most.' })
  if (company.kind === 'root') throw invalid({ companyId: 'Margins are those of an agency, or of one client.' })
  const answer =
    company.kind === 'agency'
      ? toAgencyMargins(await agencyMargins(db, company, start, end))
      : toMargins(await clientMargins(db, company, daysIn(SYSTEM_ZONE, start, end)))
  if (format === 'json') return answer
  const key = `exports/invoices/${company.id}/${newId('entry')}.csv`
  const filename = `margins-${start}-${end}.csv`
  await files.put(key, marginsCsv(answer), 'text/csv; charset=utf-8')
  return { ...answer, file: { url: await files.downloadUrl(key, filename), filename } }
})
