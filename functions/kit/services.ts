// What a container opens once and every request of it uses.
import { type Db, openDb } from '../data/index.ts'
import { openTable, type Table } from '../data/table.ts'
import { type Files, openFiles } from '../gateways/files.ts'
import { type Keys, openKeys } from '../gateways/keys.ts'
import { type LeadData, openLeadData } from '../gateways/lead-data.ts'
import { type Mailer, openMail } from '../gateways/mail.ts'
import { openQueues, type Queues } from '../gateways/queue.ts'
import { clock } from './clock.ts'
import { type Env, readEnv } from './env.ts'
import { type NewId, newId } from './ids.ts'
import { openVerifier, type Verifier } from './tokens.ts'

export type Services = {
  env: Env
  table: Table
  db: Db
  files: Files
  site: Files
  queues: Queues
  mail: Mailer
  leadData: LeadData
  keys: Keys
  verifier: Verifier
  now: () => number
  newId: NewId
}

let opened: Promise<Services> | undefined

/** Opens the services of this container at first use. A failure is not kept, so the next request tries again. */
export function services(): Promise<Services> {
  opened ??= open().catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<Services> {
  const env = readEnv()
  const keys = await openKeys({
    secretArn: env.KEYS_SECRET_ARN,
    json: env.KEYS_JSON,
    kmsKeyIds: env.SIGNING_KMS_KEY_IDS,
  })
  // Path style wherever an endpoint is set by hand: virtual hosts of one machine do not resolve everywhere.
  const forcePathStyle = Boolean(env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL)
  const table = openTable(env.TABLE_NAME)
  return {
    env,
    table,
    db: openDb(table),
    files: openFiles({ bucket: env.FILES_BUCKET, publicEndpoint: env.FILES_PUBLIC_ENDPOINT, forcePathStyle }),
    site: openFiles({ bucket: env.SITE_BUCKET, forcePathStyle }),
    queues: openQueues(env.queueUrls),
    mail: openMail({ from: env.MAIL_FROM, smtpUrl: env.SMTP_URL }),
    leadData: openLeadData({ url: env.LEAD_DATA_URL, key: env.LEAD_DATA_KEY }),
    keys,
    verifier: openVerifier(keys),
    now: () => clock.now(),
    newId,
  }
}
