// Where dead letters lie that are taken up. Read apart: only one schedule knows these queues.
import * as z from 'zod'
import { deadVariable, type RescuedJob, rescuedJobs } from '#shared/job-names.ts'
import { readOnly } from './env.ts'

const DeadUrls = z.object(Object.fromEntries(rescuedJobs.map((job) => [deadVariable(job), z.string().min(1)])))

export function readDeadUrls(): { job: RescuedJob; url: string }[] {
  const env = readOnly(DeadUrls)
  return rescuedJobs.map((job) => ({ job, url: env[deadVariable(job)] ?? '' }))
}
