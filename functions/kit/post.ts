// Hands mails to the job that sends them, so that no request waits for a mail service or fails with it.
import type { MailFacts, MailName } from '#shared/mails.ts'
import type { Company } from '#shared/model/company.ts'
import { log } from './log.ts'
import type { Services } from './services.ts'

type Post = Pick<Services, 'queues' | 'newId'>

/** A mail of this tenant. `mailId` makes it one mail however often this is called. */
export async function postMail<Name extends MailName>(
  { queues, newId }: Post,
  tenant: Pick<Company, 'id'>,
  mail: Name,
  facts: MailFacts<Name>,
  mailId: string = newId('mail'),
): Promise<void> {
  await queues.send('sendMail', { mailId, tenantId: tenant.id, mail, facts })
}

/** The same for a mail that is worth less than what it tells of: a queue that is down must not undo a sign-in. */
export async function tryPostMail<Name extends MailName>(
  services: Post,
  tenant: Pick<Company, 'id'>,
  mail: Name,
  facts: MailFacts<Name>,
  mailId?: string,
): Promise<void> {
  try {
    await postMail(services, tenant, mail, facts, mailId)
  } catch (error) {
    log.error('failed', { call: `mail ${mail}`, tenant: tenant.id }, error)
  }
}
