// A list of companies as a file: read by key, a batch at a time, in the order of their names. Every line is written by the
// one writer that lets no cell run as a formula.
import { toCsvLine } from '#shared/csv.ts'
import type { Company } from '#shared/model/company.ts'
import { type CompanyListItem, cardStatusOf, countActive } from '#shared/model/node.ts'
import type { NodeList } from '../../data/companies/list-item.ts'
import type { Db } from '../../data/index.ts'
import { batches } from '../../domain/companies/batches.ts'
import { toRows } from './row.ts'

type Facts = { root: Company; platformDomain: string }
type Row = Awaited<ReturnType<typeof toRows>>[number]

const agencyHead = ['Company', 'Full name', 'E-mail', 'Phone', 'Sub-domain', 'Domain', 'Sales representative']
const agencyMore = [
  'Account executive',
  'Referral',
  'Products',
  'Payment terms',
  'Direct payment',
  'Payment',
  'Created',
]
const clientHead = [
  'Company',
  'Full name',
  'E-mail',
  'Phone',
  'Country',
  'Card',
  'Active campaigns',
  'Invited',
  'Created',
]

const phone = ({ phone_country_calling_code: code, phonenum }: Row) => (phonenum ? `${code}${phonenum}` : '')
const ticked = (all: readonly { status: boolean; name: string }[]) =>
  all
    .filter(({ status }) => status)
    .map(({ name }) => name)
    .join('; ')

const agencyCells = (row: Row): string[] => [
  ...[row.company_name, row.name, row.email, phone(row), row.subdomain, row.domain],
  ...[row.salesrep, row.accountexecutive, row.accountref],
  ticked(row.selected_modules.map(({ type, status }) => ({ status, name: type }))),
  ticked(row.selected_payment_term.map(({ term, status }) => ({ status, name: term }))),
  ...[row.manual_bill === 'T' ? 'yes' : 'no', row.payment_status || 'ok', row.created_at],
]
const clientCells = (row: Row, { facts }: CompanyListItem): string[] => [
  ...[row.company_name, row.name, row.email, phone(row), row.phone_country_code],
  ...[cardStatusOf(facts), String(countActive(facts)), row.is_invited ? 'yes' : 'no', row.created_at],
]

/** The file line by line. `some` are the companies of a search or filter; without them it is the whole list. */
export async function* exportLines(
  db: Db,
  list: NodeList,
  facts: Facts,
  some: readonly CompanyListItem[] | undefined,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const isAgency = list.kind === 'agency'
  yield toCsvLine(isAgency ? [...agencyHead, ...agencyMore] : clientHead)
  for await (const nodes of some ? [some] : batches(db, list)) {
    const rows = await toRows(db, nodes, facts)
    onRows(rows.length)
    yield rows
      .map((row, index) => {
        const node = nodes[index]
        return toCsvLine(isAgency || !node ? agencyCells(row) : clientCells(row, node))
      })
      .join('')
  }
}
