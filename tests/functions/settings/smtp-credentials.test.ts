// Anybody who names an agency's mail server reads what passes through it: so nothing that opens an account ever does.

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { portionOf } from '#bin/portion.ts'
import { newEnding } from '#functions/domain/reports/mail.ts'
import { postMail } from '#functions/kit/post.ts'
import { toSmtpWire } from '#functions/wire/settings/smtp.ts'
import { startMailSink } from '#infra/local/mail.ts'
import type { SmtpServer } from '#shared/contracts/settings/fields.ts'
import { type MailFacts, type MailName, mailNames, mails } from '#shared/mails.ts'
import { noSmtp } from '#shared/model/smtp.ts'
import { type Member, PASSWORD } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import { plantLead } from '../../support/plant-lead.ts'
import { lookAs } from '../account/view-as.ts'

const own = await startMailSink({ dir: null })
afterAll(() => own.stop())
const h = await harness({ env: { OWN_SMTP_EXCEPTIONS: `127.0.0.1:${own.port}` } })
const { northlight, root } = h.cast
const { ada, cleo } = h.cast.users
const server: SmtpServer = {
  host: '127.0.0.1',
  port: own.port,
  username: 'mailer',
  password: 'hush hush',
  security: 'none',
  fromaddress: 'hello@northlight.example',
}
const saved = { companyID: northlight.id, comsetname: 'customsmtpmodule' } as const
const save = (who: Member, comsetval = server, token?: string) =>
  h.call(who, 'settings.save', { ...saved, comsetval }, token ? { token } : {})
const attempt = (who: Member, token?: string) =>
  h.call(
    who,
    'settings.testSmtp',
    { companyID: northlight.id, ...server, sendto: 'me@evil.example' },
    token ? { token } : {},
  )
const password = /default administrator/

beforeEach(async () => {
  h.setClock()
  await save('ada', toSmtpWire(noSmtp))
  own.clear()
  h.mails.clear()
})

const at = 1_790_000_000_000
const code = { sealedCode: await h.services.sealer.seal('493021', cleo.id), minutes: 10 }
const invoice = { payerId: northlight.id, number: 'INV-0123456789', what: 'Leads', amount: '$5.00' }
const disputed = { who: 'Cleo', what: 'Leads', amount: '$5.00' }
/** A campaign whose leads of a day are mailed to the client. */
const filed = await plantCampaign(h.db, {
  ...h.cast.campaigns.smiles,
  id: h.services.newId('campaign'),
  name: 'Filed',
  status: 'active',
  reportType: 'CSV',
  reportTo: [cleo.email],
})
await plantLead(h, filed, { id: h.services.newId('lead'), at: Date.UTC(2026, 10, 20, 18) })
const ending = await newEnding(h.services.sealer, cleo.id)
await h.db.reportMail.plan({ ...ending, userId: cleo.id, agencyId: northlight.id }, undefined, {
  rhythm: 'daily',
  day: '2026-11-21',
  timeZone: filed.timeZone,
})
const samples: { [Name in MailName]: (userId: string, email: string) => MailFacts<Name> } = {
  welcome: (userId) => ({ userId }),
  confirmEmail: (userId) => ({ userId }),
  resetPassword: (_, email) => ({ email }),
  passwordChanged: (userId) => ({ userId, at }),
  newDevice: (userId) => ({ userId, device: 'Firefox', ip: '192.0.2.7', at }),
  tooManyTries: (userId) => ({ userId, at }),
  twoFactorCode: (userId) => ({ userId, ...code }),
  invitation: (userId) => ({ userId, inviterName: 'Ada' }),
  securityNotice: (userId) => ({ userId, what: 'Something changed.', at }),
  emailChangeCode: (userId, address) => ({ userId, address, newEmail: 'new@example.com', ...code }),
  newEmail: (userId, address) => ({ userId, address, changeId: 'tok_1' }),
  emailTaken: (userId, address) => ({ userId, address, at }),
  emailChanged: (userId, address) => ({ userId, address, newEmail: 'new@example.com', at }),
  pixelSilent: (_, address) => ({ address, campaignId: 'cmp_1', campaign: 'Roofs', at }),
  creditExpires: (userId) => ({ userId, amount: '$250.00', day: '2026-12-01' }),
  topUpFailed: (userId) => ({ userId, amount: '$5.00', reason: 'No.', at }),
  invoicePaid: (userId) => ({ userId, ...invoice, paidWith: 'visa 4242' }),
  paymentFailed: (userId) => ({ userId, ...invoice, reason: 'No.', nextAt: null, isWallet: false }),
  paymentRecovered: (userId) => ({ userId }),
  leadFileReady: (userId) => ({ userId, rows: 12_000, days: '2026-11-01 to 2026-11-30', fileId: 'lst_1' }),
  paymentTakenBack: (userId) => ({ userId, what: 'Leads', amount: '$5.00', reason: 'No.', taken: '', leads: '' }),
  refundSentBack: (userId) => ({ userId, what: 'Leads', amount: '$5.00' }),
  disputeOpened: (userId) => ({ userId, ...disputed, disputeId: 'du_1', reason: 'No.', dueAt: at, isInquiry: false }),
  disputeClosed: (userId) => ({ userId, ...disputed, outcome: 'won' }),
  payoutFailed: (userId) => ({ userId, amount: '$5.00', reason: 'No.' }),
  accountStopped: (userId) => ({ userId, at }),
  capReached: (userId) => ({
    userId,
    who: 'Bright Smiles',
    campaign: '',
    campaignId: '',
    amount: '$500.00',
    clearsOn: '2026-12-01',
  }),
  toolLost: (userId) => ({ userId, tool: 'SendGrid', slug: 'sendgrid', words: 'The key was revoked.', at }),
  leadsLost: (userId) => {
    const facts = { userId, receiver: 'SendGrid', path: '/integrations/sendgrid', words: 'No such list.', since: at }
    return { ...facts, ownerId: filed.companyId, destinationId: 'sendgrid' }
  },
  receiverFails: (userId) => {
    const facts = { userId, receiver: 'SendGrid', path: '/integrations/sendgrid', words: 'No room (503).' }
    return { ...facts, since: at, offAt: at, isOff: true }
  },
  webhookOff: (userId) => ({ userId, webhook: 'https://hooks.example/••••1234', campaign: 'Roofs', at }),
  keywordCounted: (userId) => ({ userId, keyword: 'roofs', area: 'Texas', count: 4, countWithoutGeo: null }),
  leadsNotice: (_, address) => ({ address, campaignId: 'cmp_1', campaign: 'Roofs', line: 'local', leads: 100 }),
  dayFile: (_, address) => ({ address, companyId: filed.companyId, campaignId: filed.id, day: '2026-11-20' }),
  leadReport: (userId) => ({ userId, rhythm: 'daily', from: '2026-11-20', until: '2026-11-20' }),
  fewLeads: (_, address) => ({
    address,
    campaignId: 'cmp_1',
    campaign: 'Roofs',
    line: 'local',
    leads: 2,
    minimum: 5,
  }),
  smtpFailed: (userId) => ({ userId, host: 'smtp.example.com', reason: 'No.', at }),
}

// @NOTE each sample stands under the name of its mail.
const factsOf = <Name extends MailName>(mail: Name) => samples[mail](cleo.id, cleo.email) as MailFacts<Name>

describe("an agency's own mail server", () => {
  it.each(portionOf(mailNames))('is given no %s unless it is news', async (mail) => {
    expect((await save('ada')).status).toBe(200)
    await postMail(h.services, northlight, mail, factsOf(mail))
    const byPlatform = (await h.mailsTo(cleo.email)).length
    const byOwn = (await own.list()).length
    expect({ byPlatform, byOwn }).toEqual(
      mails[mail].carries === 'news' ? { byPlatform: 0, byOwn: 1 } : { byPlatform: 1, byOwn: 0 },
    )
  })

  it('learns nothing of a reset that is asked for anonymously, nor of a sign-in and its code', async () => {
    expect((await save('ada')).status).toBe(200)
    await h.call(null, 'session.forgot', { username: ada.email }, { host: h.hostOf('ada') })
    const reset = await h.mailsTo(ada.email)
    expect(reset.map(({ text = '' }) => text.includes('set-new-password'))).toEqual([true])
    const on = { userId: ada.id, two_factor_auth: true, two_factor_auth_type: 'email' } as const
    expect((await h.call('ada', 'security.saveTwoFactor', on)).status).toBe(200)
    await h.call(null, 'session.login', { username: ada.email, password: PASSWORD }, { host: h.hostOf('ada') })
    await h.drain()
    expect(await own.list()).toEqual([])
    await h.db.twoFactor.remove(ada.id)
    h.forgetTokens()
  })

  it('is set and tried by default administrators alone, and others are told why', async () => {
    for (const who of ['amos', 'admin'] as const) {
      const refused = [await save(who), await attempt(who)]
      for (const { status, body } of refused)
        expect([status, body.message]).toEqual([403, expect.stringMatching(password)])
      const asked = { companyID: northlight.id, settingname: 'customsmtpmodule', idSys: root.id } as const
      const { body } = await h.call(who, 'settings.get', asked)
      expect(body).toMatchObject({ data: { whynot: expect.stringMatching(password) } })
    }
    await h.drain()
    expect([await own.list(), await h.db.setting.findSmtp(northlight.id)]).toEqual([[], undefined])
  })

  it('is set and tried by nobody who looks through the eyes of somebody else', async () => {
    const { access_token: token } = await lookAs(h, 'ada')
    expect([(await save('olive', server, token)).status, (await attempt('olive', token)).status]).toEqual([403, 403])
    expect(await h.db.setting.findSmtp(northlight.id)).toBeUndefined()
  })

  it('is set and tried after a fresh password', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000
    h.setClock(now)
    const { refresh_token } = (await h.signIn('ada')).body
    h.setClock(now + 16 * 60_000)
    const { body } = await h.call(null, 'session.refresh', { refresh_token }, { host: h.hostOf('ada') })
    const token = body.access_token
    expect((await save('ada', server, token)).body.code).toBe('reauthenticate')
    expect((await attempt('ada', token)).body.code).toBe('reauthenticate')
    expect(await h.db.setting.findSmtp(northlight.id)).toBeUndefined()
    // Other settings ask for none.
    const menu = await h.call(
      'ada',
      'settings.save',
      {
        companyID: northlight.id,
        comsetname: 'rootAgencyEmbeddedCode',
        comsetval: { placeEmbedded: 'footer', embeddedcode: '' },
      },
      { token },
    )
    expect(menu.status).toBe(200)
    await h.call('ada', 'session.confirmPassword', { password: PASSWORD }, { token })
    expect((await save('ada', server, token)).status).toBe(200)
  })
})
