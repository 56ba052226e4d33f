// What a function reads once and keeps is read by its own power: another function that had read it before would hide that it
// may not, because tests run all of them in one process.

import { expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { allCalls } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'

const h = await harness()
const askers: readonly Member[] = ['olive', 'ada', 'cleo']
const areas = Map.groupBy(allCalls, ({ id }) => id.slice(0, id.indexOf('.')))

it.each(portionOf([...areas]))(
  '%s may read what each of its calls needs, without any other function before it',
  async (_, calls) => {
    const failed: string[] = []
    for (const who of askers) await h.tokenOf(who)
    await h.coldStart()
    for (const { id } of calls)
      for (const who of askers) {
        const { status } = await h.call(who, id, (samples[id](h.cast, who) ?? {}) as never)
        if (status >= 500) failed.push(`${id} by ${who}: ${status}`)
        // It may have ended their session.
        if (status === 401) h.forgetTokens()
      }
    expect(failed).toEqual([])
  },
)
