// Marks of what was declined or taken back and is still owed, or cannot be looked up, compared with the payments themselves.
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { Company } from '#shared/model/company.ts'
import { isTakenBack, isUnreachable, type Payment } from '#shared/model/payment.ts'
import type { Item, Table } from '../../lib/table.ts'
import { failedEntity, failedRow, isDeclined, paymentEntity, toPayment } from '../../payments/payment.ts'
import { compare, type Finding, itemOf, readPartition, readUnmoved } from './rows.ts'

/** Since when it is owed. When a bank took it back was told by the event alone, so a mark that knows it keeps it. */
const sinceOf = (payment: Payment, row: Item | undefined): number =>
  isDeclined(payment)
    ? (payment.failedAt ?? payment.createdAt)
    : isUnreachable(payment)
      ? (payment.unreachableSince ?? payment.createdAt)
      : row?.since
        ? Number(String(row.since).split('#')[0])
        : (payment.dispute?.at ?? payment.createdAt)

/** A mark changes in the transaction that changes its payment, so those that stood still are of one instant with what was read. */
export async function recountUnpaid(
  table: Table,
  { id: companyId, rootId }: Pick<Company, 'id' | 'rootId'>,
): Promise<Finding[]> {
  const { client, name: TableName } = table
  const payments = paymentEntity(table)
  const marks = failedEntity(table)
  const read = await readUnmoved(
    () => readPartition(table, `C#${companyId}#FAILED`),
    async () => {
      const { data } = await payments.query.primary({ companyId }).go({ pages: 'all', consistent: true })
      return data.map(toPayment)
    },
  )
  const whose = (key: unknown) => `${companyId}, ${key}`
  if (!read)
    return [
      { kind: 'unpaid', said: `${companyId}: its payments changed all the time; look again when there are fewer.` },
    ]
  const rows = new Map(read.derived.map((row) => [String(row.sk), row]))
  const owed = read.source.filter((payment) => isDeclined(payment) || isUnreachable(payment) || isTakenBack(payment))
  const wrong = owed.flatMap((payment): Finding[] => {
    const row = rows.get(payment.key)
    const put = marks.put(failedRow(payment, { rootId, since: sinceOf(payment, row) }))
    const { pk: _pk, sk: _sk, ...wanted } = itemOf(put)
    if (row) return compare(table, 'unpaid', whose(payment.key), row, wanted)
    const mend = () => put.where((each, { notExists }) => notExists(each.key)).go()
    return [{ kind: 'unpaid', said: `${whose(payment.key)}: it is owed and bears no mark.`, mend }]
  })
  const rightful = new Set(owed.map(({ key }) => key))
  const extra = read.derived.flatMap(({ pk, sk, since }): Finding[] => {
    if (rightful.has(String(sk))) return []
    // Declined once more meanwhile, it has another instant.
    const mend = () =>
      client.send(
        new DeleteCommand({
          TableName,
          Key: { pk, sk },
          ...(since === undefined
            ? { ConditionExpression: 'attribute_not_exists(since)' }
            : { ConditionExpression: 'since = :since', ExpressionAttributeValues: { ':since': since } }),
        }),
      )
    return [{ kind: 'unpaid', said: `${whose(sk)}: it bears a mark and is not owed.`, mend }]
  })
  return [...wrong, ...extra]
}
