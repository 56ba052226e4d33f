// How many things of a kind a company ever made. Who reads it before the list of them, and writes only while it is the same, has
// counted all there are, also of two at once.
import { Entity, Service } from 'electrodb'
import { electro, key, type model, type Table } from './table.ts'

type Model = ReturnType<typeof model<'apiKeysMade' | 'bannersMade'>>
type Place = ReturnType<typeof key<'pk', readonly ['companyId']>>

/** In the partition of the things themselves. */
export const timesMadeEntity = (table: Table, of: Model, pk: Place) =>
  new Entity(
    {
      model: of,
      attributes: {
        companyId: { type: 'string', required: true },
        times: { type: 'number', required: true },
      },
      indexes: { primary: { pk, sk: key('sk', [], 'MADE') } },
    } as const,
    electro(table),
  )

type TimesMade = ReturnType<typeof timesMadeEntity>
const alone = (made: TimesMade) => new Service({ made })
type To = Parameters<Parameters<ReturnType<typeof alone>['transaction']['write']>[0]>[0]

export async function readTimesMade(made: TimesMade, companyId: string): Promise<number> {
  const { data } = await made.get({ companyId }).go({ consistent: true })
  return data?.times ?? 0
}

/** Within a transaction that makes one more. Refused where another one was made since the others were counted (`times`). */
export const countMade = ({ made }: To, companyId: string, times: number) =>
  made
    .put({ companyId, times: times + 1 })
    .where((row, { eq, notExists }) => (times === 0 ? notExists(row.times) : eq(row.times, times)))
    .commit()
