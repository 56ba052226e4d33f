import { contracts } from '#shared/contracts/index.ts'
import { watch } from '#shared/log-facts.ts'
import { toFlag } from '#shared/wire.ts'
import { handle } from '../../kit/handle.ts'
import { walletFacts } from '../../wire/wallet/facts.ts'
import { mustOwn } from '../../wire/wallet/page.ts'

export default handle(contracts.wallet.stopContinual, async ({ input, company, actor, db, tell }) => {
  await mustOwn(db, actor, company)
  const facts = await watch(async () => walletFacts(await db.ledger.get(company.id)))
  await db.ledger.setStopped(company.id, input.stop_continual)
  tell({
    description: input.stop_continual ? 'Stopped automatic top-ups' : 'Let automatic top-ups go on',
    ...(await facts()),
  })
  const message = input.stop_continual ? 'Automatic top-ups are stopped.' : 'Automatic top-ups are on.'
  return { result: 'success' as const, message, stop_continual: toFlag(input.stop_continual) }
})
