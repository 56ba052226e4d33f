import { contracts } from '#shared/contracts/index.ts'
import { isStillKnown } from '../../identity/known-device.ts'
import { shownKnown } from '../../kit/browser-half.ts'
import { handle } from '../../kit/handle.ts'

const iso = (at: number) => new Date(at).toISOString()

export default handle(contracts.session.remembered, async ({ db, me, cookies, now }) => {
  const [devices, step] = await Promise.all([db.knownDevice.list(me.id), db.twoFactor.find(me.id)])
  const shown = shownKnown(cookies, me.id)
  const data = devices
    .filter((device) => isStillKnown(device, { user: me, step, now: now() }))
    .sort((a, b) => b.usedAt - a.usedAt)
    .map(({ id, device, ip, place, createdAt, usedAt, endsAt }) => ({
      id,
      is_current: id === shown,
      device,
      ip,
      place,
      created_at: iso(createdAt),
      last_used_at: iso(usedAt),
      ends_at: iso(endsAt),
    }))
  return { data }
})
