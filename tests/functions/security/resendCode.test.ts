import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, it } from 'vitest'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { secondStep } from './second-step.ts'

const h = await harness()
const { mails, begin, turnOnMail, turnOnApp, tokenFor, mailedCode, verify, resend } = secondStep(h)
const noon = Math.floor(Date.now() / 30_000) * 30_000 + 15_000
const off = (who: Member) => h.db.twoFactor.remove(h.cast.users[who].id)

afterEach(() => h.setClock())

it('has no code that can be read in the queue of mails', async () => {
  const client = new SQSClient({})
  await mails()
  await turnOnMail('lola')
  await mails()
  await begin('lola')
  const QueueUrl = h.engines.queueUrl('sendMail')
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
  const bodies = Messages.map(({ Body = '' }) => Body).filter((body) => body.includes('twoFactorCode'))
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).not.toMatch(/"\d{6}"|"code"/)
  expect(bodies[0]).toContain('sealedCode')
  for (const { ReceiptHandle } of Messages) await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
  await h.db.twoFactor.remove(h.cast.users.lola.id)
})

describe('security.resendCode', () => {
  it('2FA-016 2FA-021 mails a new code once a minute, after which the old one is of no use', async () => {
    h.setClock(noon)
    await turnOnMail('ada')
    const token = await tokenFor('ada')
    const old = await mailedCode('ada')
    const early = await resend('ada', token)
    expect([early.status, early.headers['retry-after'], early.body.message]).toEqual([
      429,
      '60',
      'Please wait 60 seconds before asking for another code.',
    ])
    h.setClock(noon + 60_000)
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend('ada', token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    const fresh = await mailedCode('ada')
    if (old !== fresh) expect((await verify('ada', token, old)).status).toBe(422)
    expect((await verify('ada', token, fresh)).status).toBe(200)
    await off('ada')
  })

  it('2FA-021 mails at most five more for one sign-in', async () => {
    h.setClock(noon)
    await turnOnMail('amos')
    const token = await tokenFor('amos')
    const statuses = []
    for (let i = 1; i <= 6; i++) {
      h.setClock(noon + i * 60_000)
      statuses.push((await resend('amos', token)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await off('amos')
  })

  it('2FA-021 has nothing to send to whoever uses an authenticator', async () => {
    await turnOnApp('admin')
    expect((await resend('admin', await tokenFor('admin'))).status).toBe(422)
    await off('abe')
  })

  it('says the same of an ended sign-in and of one that never was', async () => {
    await turnOnMail('cleo')
    const token = await tokenFor('cleo')
    await verify('cleo', token, await mailedCode('cleo'))
    const ended = await resend('cleo', token)
    const unknown = await resend('cleo', `usr_1.tok_1.${'a'.repeat(43)}`)
    expect(ended.status).toBe(422)
    expect({ ...ended.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    await off('cleo')
  })
})
