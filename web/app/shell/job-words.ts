// What is said of work that goes on by itself.
import type { Output } from '../../api/terms.ts'
import { toCount } from '../../ui/format.ts'

export type Job = Output<'account.jobs'>['data'][number]

export const isUnderWay = ({ status }: Job): boolean => status === 'running'

const many = (count: number, one: string, more: string) => `${toCount(count)} ${count === 1 ? one : more}`

function countsOf({ kind, accepted, duplicates, rejected }: Job): string {
  const added = kind === 'clients' ? many(accepted, 'client added', 'clients added') : `${toCount(accepted)} added`
  const left = [
    duplicates > 0 && many(duplicates, 'duplicate', 'duplicates'),
    rejected > 0 && `${toCount(rejected)} rejected`,
  ]
  return [added, ...left.filter(Boolean)].join(', ')
}

/** What became of it, or what it waits for. */
export function outcomeOf(job: Job): string {
  if (job.status === 'failed') return job.reason ?? 'It could not be finished. Please try again.'
  if (job.status === 'ready') return 'Checked. It waits for you to confirm it.'
  return job.kind === 'agenciesReport' || job.kind === 'leads' ? 'The file is ready.' : countsOf(job)
}

const places: Record<Job['kind'], string> = {
  exclusions: 'Open the exclusion list',
  campaignExclusions: 'Go to the campaigns',
  clients: 'Go to the clients',
  agenciesReport: 'Go to the agencies',
  leads: 'Go to the file',
}

/** Where it was begun. */
export const placeOf = (kind: Job['kind']): string => places[kind]
