// How many leads are looked for under the bound of a client: what the next ones cost, which of bought leads is what they were bought for.
import { expect, it } from 'vitest'
import { setClientCap } from '#functions/domain/leads/client-cap.ts'
import { findRoom } from '#functions/domain/leads/room.ts'
import { PRICE, startPurchases } from './purchase-stage.ts'

const h = await startPurchases()
const { brightSmiles } = h.cast

it.each([
  ['counts bought leads for what they were bought for, also where leads cost less by now', 'Prepaid', 2],
  ['counts leads that are billed for their price, also where some that were bought are left', 'Weekly', 8],
] as const)('%s', async (_, term, room) => {
  const paused = await h.campaign({ platformFeeCents: 0, periodFeeCents: 0 })
  expect((await h.begin('ada', paused)).status).toBe(200)
  const campaign = await h.fresh(paused)
  h.setClock(h.services.now() + 1000)
  const by = { by: 'test', at: h.services.now() }
  await h.db.price.saveRetail(brightSmiles.id, 'local', { ...PRICE, term, perLeadCentiCents: 5_000 }, by, campaign.id)
  h.setClock(h.services.now() + 1000)
  await setClientCap(h.services, brightSmiles, 400)
  expect((await findRoom(h.db, campaign, h.services.now())).count).toBe(room)
})
