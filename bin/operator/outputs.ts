import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { environment, stages } from '#infra/environments.ts'
import { names } from '#infra/names.ts'
import { readQueueOutputs } from '#infra/queue-outputs.ts'
import { deadVariable, jobNames, queueVariable } from '#shared/job-names.ts'
import { scheduleNames } from '#shared/schedules.ts'

const Outputs = z.record(z.string(), z.record(z.string(), z.string()))

/** What the tools need to know of an environment on AWS, from the file that `cdk deploy --outputs-file` writes. */
export function readOutputs(file: string): Record<string, string> {
  const outputs = Outputs.parse(JSON.parse(readFileSync(file, 'utf8')))
  const stage = stages.find((name) => outputs[`leadloom-${name}-data`])
  if (!stage) throw new Error(`${file} names no data stack of ours: deploy with --outputs-file ${file}.`)
  const { domain, region } = environment(stage)
  const data = outputs[`leadloom-${stage}-data`] ?? {}
  const found = (name: string) => {
    const value = data[name]
    if (value === undefined) throw new Error(`${file} lacks ${name}: deploy the data stack again.`)
    return value
  }
  const told = readQueueOutputs(outputs[`leadloom-${stage}-queues`] ?? {})
  const queues = [...jobNames, ...scheduleNames].flatMap((name) => {
    const urls = told.get(name)
    if (!urls) throw new Error(`${file} lacks the queue of ${name}: deploy the queues stack again.`)
    return [
      [queueVariable(name), urls.url],
      [deadVariable(name), urls.dead],
    ]
  })
  return {
    AWS_REGION: region,
    TABLE_NAME: found('TableName'),
    FILES_BUCKET: found('FilesBucket'),
    // Read only by commands that open what lies sealed, and by nobody who may not.
    SEALING_SECRET_ARN: found('SealingSecretArn'),
    // Secrets are found by their names as well.
    STRIPE_SECRET_ARN: names.stripeSecret(environment(stage)),
    SITE_BUCKET: names.siteBucket(environment(stage)),
    PLATFORM_DOMAIN: domain,
    ...Object.fromEntries(queues),
  }
}
