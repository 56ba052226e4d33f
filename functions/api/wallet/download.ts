import { createHash } from 'node:crypto'
import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { mustOwn, statementOf } from '../../wire/wallet/page.ts'
import { statementCsv } from '../../wire/wallet/statement.ts'

export default handle(contracts.wallet.download, async ({ input, company, actor, files, ...services }) => {
  await mustOwn(services.db, actor, company)
  const rows = await statementOf(services, company, input.month)
  const text = statementCsv(rows.toReversed())
  // Named by what is in it: the same month read twice is one file.
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const key = `exports/wallets/${company.id}/${input.month}-${hash}.csv`
  await files.put(key, text, 'text/csv')
  const filename = `data-wallet-${input.month}.csv`
  return { url: await files.downloadUrl(key, filename), filename }
})
