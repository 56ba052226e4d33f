import { contracts } from '#shared/contracts/index.ts'
import { shownSignIns } from '#shared/sign-in.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.session.signIns, async ({ db, me, now }) => {
  const entries = await db.signInEntry.latest(me.id, now() - shownSignIns.keepMs, shownSignIns.most)
  return { data: entries.map(({ userId: _, at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })) }
})
