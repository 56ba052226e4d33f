import { kindsOf } from '#functions/data/companies/ways.ts'
import type { Services } from '#functions/kit/services.ts'
import type { Said } from '../command.ts'
import { findDifferences, sayDifferences } from '../compare-payments.ts'
import { writeOperatorLine } from '../told.ts'
import { beginErasures, endErasures, findErasures } from './erase-again.ts'
import type { Plan } from './import.ts'
import { ends, type LookedAt, lookAtRestore, type Restored, restoreTenant } from './restore.ts'

type Asked = {
  since: number
  also?: string | undefined
  replace?: string | undefined
  erasures?: string | undefined
  removed: boolean
  apply: boolean
}

function kindsIn(named: string | undefined, allowed: readonly string[], option: string): Set<string> {
  const kinds = (named ?? '').split(',').filter(Boolean)
  const wrong = kinds.filter((kind) => !allowed.includes(kind))
  if (wrong.length > 0) throw new Error(`--${option} takes ${allowed.join(', ')}; not ${wrong.join(', ')}.`)
  return new Set(kinds)
}

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

function sayAll({ copy, manifest, states }: LookedAt, { counts, files }: Restored, erasures: number): string[] {
  const named = (wanted: string) => [...states].filter(([, state]) => state === wanted).map(([id]) => id)
  const [lost, removed] = [named('lost'), named('removed')]
  return [
    `${copy.companies.get(manifest.agencyId)?.name ?? ''} (${manifest.agencyId}): ${states.size} companies, ${lost.length} of them lost, ${removed.length} removed by people since${lost.length + removed.length > 0 ? ` (${[...lost, ...removed].join(', ')})` : ''}.`,
    // @NOTE the keys of one object.
    ...(Object.keys(ends) as (keyof typeof ends)[])
      .filter((end) => Object.keys(counts[end]).length > 0)
      .map((end) => `${ends[end]}: ${list(counts[end])}.`),
    `${files} files were missing, and ${erasures} erasures since the copy are repeated.`,
  ]
}

/** Brings one agency back where it lives or lived. */
export async function restoreInPlace(services: Services, plan: Plan, asked: Asked): Promise<Said> {
  const choice = {
    removed: asked.removed,
    also: kindsIn(asked.also, kindsOf('removable'), 'also'),
    replace: kindsIn(asked.replace, kindsOf('chosen'), 'replace'),
  }
  const looked = await lookAtRestore(services, plan)
  const { agencyId } = looked.manifest
  if (looked.taken.length > 0)
    throw new Error(`${agencyId} cannot come back. Taken by others: ${looked.taken.join(', ')}. Nothing was changed.`)
  if (asked.removed && looked.erased.length > 0)
    throw new Error(
      `Their time is over, and they are erased: ${looked.erased.join(', ')}. Nothing was changed; leave --removed out.`,
    )
  const paused = await services.db.pause.find()
  if (asked.apply && !paused)
    throw new Error('Pause the timetable first: npm run operator -- pause "an agency is restored".')
  const erasures = await findErasures(services, looked, plan.platform.rootId, asked.erasures)
  const restored = await restoreTenant(services, plan, looked, choice, {
    isApplied: asked.apply,
    beforeRows: () => beginErasures(services, erasures),
    beforeDoor: () => endErasures(services, erasures),
  })
  const lines = sayAll(looked, restored, erasures.length)
  if (!asked.apply)
    return {
      said: [
        ...lines,
        `Nothing was changed; --apply does it${paused ? '' : ', once the timetable stands still (`pause`)'}.`,
      ].join('\n'),
      code: 0,
    }
  const root = await services.db.company.get(plan.platform.rootId)
  await writeOperatorLine(
    services,
    root,
    `Restored ${agencyId} out of a copy of ${new Date(asked.since).toISOString()}: ${list(restored.counts.back)}`,
  )
  const companies = []
  for (const id of looked.states.keys()) companies.push(await services.db.company.get(id))
  const compared = await sayDifferences(services, {
    ...(await findDifferences(services, companies, asked.since)),
    isApplied: false,
  })
  return {
    said: [
      ...lines,
      'The payment provider, compared:',
      compared.said,
      ...(compared.code === 0
        ? []
        : ['Do not `resume` before these are settled: `compare-payments` with --company and --apply.']),
      'Next: recount --apply, verify-log, and then resume.',
    ].join('\n'),
    code: compared.code,
  }
}
