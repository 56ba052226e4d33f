// All rows of the table, as they lie in it.
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import type { Raw } from '#functions/data/tenancy/carry/raw.ts'
import { sendPlain } from '#functions/data/tenancy/carry/reader.ts'
import type { Services } from '#functions/kit/services.ts'

export async function wholeTable({ table }: Pick<Services, 'table'>): Promise<Raw[]> {
  const all: Raw[] = []
  let start: Raw | undefined
  do {
    const page: ScanCommandOutput = await sendPlain(
      table,
      new ScanCommand({ TableName: table.name, ExclusiveStartKey: start }),
    )
    all.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return all
}
