// The link in a mail that people can choose, which ends the mails of its topic for them without signing in. It is made of the person
// and the topic alone, so nothing is kept of it; who reads the table can make none.
import { timingSafeEqual } from 'node:crypto'
import { type MailTopic, mailTopics } from '#shared/notices.ts'
import type { Sealer } from '../../gateways/seal.ts'

const FORM = /^(usr_[0-9A-Za-z-]{1,60})\.([a-z]{1,20})\.([\w-]{43})$/

const proofOf = (sealer: Pick<Sealer, 'mac'>, userId: string, topic: MailTopic) =>
  sealer.mac(`ends mails of ${topic}`, userId)

export const topicEndingToken = async (sealer: Pick<Sealer, 'mac'>, userId: string, topic: MailTopic) =>
  `${userId}.${topic}.${await proofOf(sealer, userId, topic)}`

/** Whose mails of which topic a link ends: nobody's, where it was made up. */
export async function readTopicEnding(
  sealer: Pick<Sealer, 'mac'>,
  token: string,
): Promise<{ userId: string; topic: MailTopic } | undefined> {
  const [, userId = '', name, proof = ''] = FORM.exec(token) ?? []
  const topic = mailTopics.find((each) => each === name)
  if (!topic) return undefined
  const right = Buffer.from(await proofOf(sealer, userId, topic))
  const shown = Buffer.from(proof)
  return right.length === shown.length && timingSafeEqual(right, shown) ? { userId, topic } : undefined
}
