// Reads what waits for the mail job, without sending it.
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { MailMessage } from '#shared/mails.ts'
import type { Harness } from './harness.ts'

export type QueuedMail = { tenantId: string; mail: string; facts: Record<string, unknown> }

const Facts = z.record(z.string(), z.unknown())

/** The mails that were asked for since the last look, oldest first. */
export function openMailQueue(h: Harness) {
  const client = new SQSClient({})
  const QueueUrl = h.engines.queueUrl('sendMail')
  return async (): Promise<QueuedMail[]> => {
    const mails: (QueuedMail & { mailId: string })[] = []
    for (;;) {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
      if (Messages.length === 0) return mails.sort((a, b) => a.mailId.localeCompare(b.mailId))
      for (const { Body = '', ReceiptHandle } of Messages) {
        const message = MailMessage.parse(JSON.parse(Body))
        const facts = Facts.parse(message.facts)
        const { sealedCode, userId } = facts
        // What the reader of the mail will see; in the queue there is none.
        const code =
          typeof sealedCode === 'string' ? { code: await h.services.sealer.unseal(sealedCode, String(userId)) } : {}
        mails.push({ ...message, facts: { ...facts, ...code } })
        await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
      }
    }
  }
}
