// Enrichments of the demonstration: one that is done and paid, and one that waits to be confirmed.
import { createHash } from 'node:crypto'
import { headOf, rejectedRowsKey, resultKey, rowsKey, toRowsFile } from '#functions/domain/enrichment/files.ts'
import type { Services } from '#functions/kit/services.ts'
import { toCsvLine } from '#shared/csv.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import { costCents, Enrichment } from '#shared/model/enrichment.ts'
import type { User } from '#shared/model/user.ts'

type Planted = { northlight: Company; users: { ada: Pick<User, 'id'> } }

const PRICE = 3000
const names = [
  'Amara Adler',
  'Ben Brooks',
  'Chloe Castillo',
  'Diego Demir',
  'Elif Ekberg',
  'Farid Foster',
  'Grace Garcia',
]
const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`

export async function plantEnrichments({ db, files, newId, now }: Services, { northlight, users }: Planted) {
  const { types } = await db.informationType.find(northlight.rootId, 'advanced')
  const information = types.filter(({ id }) => id === 'age-range' || id === 'gender')
  const base = { companyId: northlight.id, requestedBy: users.ada.id, information, priceCentiCents: PRICE, stamp: '' }
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const asked = names.map((name) => ({ text: addressOf(name), kind: 'email' as const, value: addressOf(name) }))
  const at = now() - 3 * DAY
  const matched = names.length - 2
  const done = Enrichment.parse({
    ...base,
    id: newId('enrichment'),
    fileName: 'spring-newsletter.csv',
    status: 'done',
    contentHash: hashOf('spring'),
    totalRows: names.length + 1,
    accepted: names.length,
    rejected: 1,
    page: 1,
    matched,
    paysBy: 'card',
    amountCents: costCents(matched, PRICE),
    paidAt: at + 2 * MINUTE,
    createdAt: at,
    updatedAt: at + 2 * MINUTE,
  })
  await files.put(rowsKey(done), toRowsFile(asked), 'text/csv')
  const refused = ['row,reason,text\r\n', toCsvLine(['4', 'This is not an e-mail address.', 'diego at example'])]
  await files.put(rejectedRowsKey(done), refused.join(''), 'text/csv')
  const lines = names.slice(0, matched).map((name, number) => {
    const [first = '', last = ''] = name.split(' ')
    const place = [`${100 + number} Lake Ave`, 'Chicago', 'IL', '60601']
    const known = [number % 2 ? 'M' : 'F', number % 3 ? '35-44' : '25-34']
    const cells = information.map(({ id }) => (id === 'gender' ? known[0] : known[1]) ?? '')
    return toCsvLine([addressOf(name), addressOf(name), first, last, `+1312555010${number}`, ...place, ...cells])
  })
  await files.put(resultKey(done), headOf(done) + lines.join(''), 'text/csv')
  await db.enrichment.create(done)
  const ready = Enrichment.parse({
    ...base,
    id: newId('enrichment'),
    fileName: 'open-house.csv',
    status: 'ready',
    contentHash: hashOf('open house'),
    totalRows: names.length,
    accepted: names.length,
    createdAt: now() - 20 * MINUTE,
    updatedAt: now() - 19 * MINUTE,
  })
  await files.put(rowsKey(ready), toRowsFile(asked), 'text/csv')
  await db.enrichment.create(ready)
}
