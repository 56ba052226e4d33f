import type { Input, Output } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import type { Replay } from '#shared/model/replay.ts'

const iso = (at: number) => new Date(at).toISOString()

/** The time that is meant (ms); it ends now at the latest, so that what fails later is no part of it. */
export function toRange(
  { from, to, which }: Pick<Input<'integrations.startReplay'>, 'from' | 'to' | 'which'>,
  now: number,
) {
  const range = { kind: which, from: Date.parse(from), to: Math.min(Date.parse(to), now) }
  if (range.from > range.to) throw invalid({ from: 'It begins after it ends.' })
  return range
}

export const toReplayRow = (replay: Replay): Output<'integrations.startReplay'>['data'] => ({
  id: replay.id,
  state: replay.state,
  which: replay.kind,
  from: iso(replay.from),
  to: iso(replay.to),
  total: replay.total,
  has_more: replay.hasMore ? 'T' : 'F',
  done: replay.done,
  created_at: iso(replay.createdAt),
})
