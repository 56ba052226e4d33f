import { describe, expect, it } from 'vitest'
import { lookOf, type Sender } from '#functions/mails/look.ts'
import { renderMail } from '#functions/mails/render.ts'
import type { MailViews } from '#functions/mails/templates.ts'
import { mailNames, mails, reachesStrangers } from '#shared/mails.ts'
import { type Brand, defaultBrand } from '#shared/model/brand.ts'
import { contrastRatio } from '#shared/model/contrast.ts'

const brand: Brand = {
  ...defaultBrand,
  name: 'Northlight',
  sidebarColour: '#0b3d2e',
  linkColour: '#0f766e',
  font: 'Nunito',
}
const sender = (more: Partial<Brand> = {}): Sender => ({
  brand: { ...brand, ...more },
  site: 'https://app.northlight.example',
  legalName: 'Northlight, LLC',
  address: '1 Loom Street, Chicago, IL 60601',
  timeZone: 'America/Chicago',
})
const link = 'https://app.northlight.example/set-new-password/TOKEN?email=a%40b.example&x=1'
const resetLink = 'https://app.northlight.example/forgot-password'
const name = 'Nora <b>New</b>'
const when = 'Nov 21, 2026, 9:00:00 AM CST'

const views: MailViews = {
  welcome: { name, link },
  confirmEmail: { name, link, days: 7 },
  resetPassword: { name, link, minutes: 30 },
  passwordChanged: { name, when, resetLink },
  newDevice: { name, device: 'Firefox on Linux', ip: '192.0.2.7', when, resetLink },
  tooManyTries: { name, when, resetLink },
  twoFactorCode: { name, code: '493021', minutes: 10 },
  invitation: { name, inviterName: 'Ada Agency', link, days: 7 },
  emailChangeCode: { name, code: '493021', newEmail: 'new@example.com', minutes: 10 },
  newEmail: { name, newEmail: 'new@example.com', link, days: 3 },
  emailTaken: { when },
  emailChanged: { name, newEmail: 'new@example.com', when },
  pixelSilent: { campaign: 'Roofs', when, link },
  toolLost: { name, tool: 'SendGrid', words: 'The key was revoked.', when, link },
  leadsLost: { name, receiver: 'SendGrid', words: 'No such list.', count: '12 leads', since: when, link },
  receiverFails: { name, receiver: 'SendGrid', words: 'No room (503).', since: when, offAt: when, isOff: false, link },
  webhookOff: { name, webhook: 'https://hooks.example/••••1234', campaign: 'Roofs', when, link },
  keywordCounted: { name, keyword: 'roof repair', area: 'Texas', count: 0, countWithoutGeo: 5200, link },
  leadsNotice: { campaign: 'Roofs', leads: 100, link },
  dayFile: { campaign: 'Roofs', day: 'November 22, 2026', leads: 12, isEnclosed: true, link },
  leadReport: {
    name,
    company: 'Bright Smiles',
    rhythm: 'weekly',
    period: 'November 16 – 22, 2026',
    against: 'the 7 days before',
    leads: 12,
    figures: [{ label: 'Leads', value: '12', change: '+20%' }],
    bars: [
      { label: 'Mon', leads: 12 },
      { label: 'Tue', leads: 0 },
    ],
    best: 'Most came on November 16, 2026: 12.',
    lines: [{ name: 'Roofs', of: 'Harbor', leads: 12 }],
    link,
    choiceLink: 'https://app.northlight.example/user/profile',
    unsubscribeLink: 'https://app.northlight.example/api/hooks/unsubscribe/usr_1.SECRET',
  },
  fewLeads: { campaign: 'Roofs', leads: 2, minimum: 5, link },
  smtpFailed: {
    name,
    host: 'smtp.northlight.example',
    reason: '535 Wrong password',
    when,
    settingsLink: 'https://app.northlight.example/configuration/general-setting?tab=smtp',
  },
  creditExpires: { name, amount: '$250.00', day: 'December 1, 2026', link },
  topUpFailed: {
    name,
    amount: '$500.00',
    reason: 'Your card was declined.',
    when,
    link: 'https://app.northlight.example/user/card-setting',
  },
  invoicePaid: {
    name,
    number: 'INV-0123456789',
    what: 'Leads of November',
    amount: '$120.00',
    paidWith: 'Visa ending in 4242',
    link: 'https://app.northlight.example/user/invoices?invoice=INV-0123456789',
  },
  paymentFailed: {
    name,
    number: 'INV-0123456789',
    what: 'Leads of November',
    amount: '$120.00',
    reason: 'Your card was declined.',
    next: when,
    isWallet: false,
    link: 'https://app.northlight.example/user/card-setting',
  },
  paymentRecovered: { name, link: 'https://app.northlight.example' },
  leadFileReady: { name, rows: '12,000', days: '2026-11-01 to 2026-11-30', link: 'https://app.northlight.example' },
  paymentTakenBack: {
    name,
    what: 'Data Wallet',
    amount: '$250.00',
    reason: 'It was disputed.',
    taken: '$150.00',
    leads: '',
    link,
  },
  refundSentBack: { name, what: 'Leads', amount: '$250.00', link },
  disputeOpened: {
    name,
    who: 'Bright Smiles',
    what: 'Leads of November',
    amount: '$120.00',
    reason: "The card's owner does not recognize this payment.",
    due: when,
    isInquiry: false,
    link,
  },
  disputeClosed: { name, who: 'Bright Smiles', what: 'Leads', amount: '$120.00', outcome: 'lost', link },
  payoutFailed: { name, amount: '$500.00', reason: 'The bank account has been closed.', link },
  accountStopped: { name, when, link },
  capReached: { name, who: 'Bright Smiles', campaign: '', amount: '$500.00', day: 'December 1, 2026', link },
  securityNotice: { name, what: 'Two-factor authentication was turned off.', when, resetLink },
}

describe.each(mailNames)('the mail %s', (mail) => {
  it("is in the tenant's name and colours, and names the platform nowhere", async () => {
    const { html, text, subject } = await renderMail(mail, views[mail], sender())
    expect(subject.length).toBeGreaterThan(10)
    expect(html).toContain('Northlight')
    expect(html).toContain('#0b3d2e')
    expect(html).toContain('Northlight, LLC · 1 Loom Street')
    expect(`${subject}${html}${text}`).not.toMatch(/Leadloom/i)
  })

  it('escapes whatever people are called', async () => {
    const { html } = await renderMail(mail, views[mail], sender({ name: '<script>alert(1)</script>' }))
    expect(html).not.toContain('<b>New</b>')
    expect(html).not.toContain('<script')
  })

  it('says the same as plain text, with addresses that can be opened', async () => {
    const { text } = await renderMail(mail, views[mail], sender())
    if ('name' in views[mail]) expect(text).toContain('Hello Nora')
    expect(text.replace(name, '')).not.toMatch(/<\/?\w+[^>]*>|&amp;/)
    const view: Record<string, unknown> = { ...views[mail] }
    for (const field of ['link', 'resetLink', 'code', 'what', 'device', 'newEmail'])
      if (view[field]) expect(text).toContain(view[field])
  })

  it('asks nobody else for anything: no script, no frame, no image but the logo', async () => {
    const { html } = await renderMail(mail, views[mail], sender())
    expect(html).not.toMatch(/<(script|iframe|object|link|img)\b/i)
    const hosts = [...html.matchAll(/(?:href|src)="(https?:\/\/[^/"]+)/g)].map((match) => match[1])
    expect(new Set(hosts.filter((host) => host !== 'https://app.northlight.example'))).toEqual(new Set())
  })

  it('has no code in its subject or in the line that lists show below it', async () => {
    const { subject, html } = await renderMail(mail, views[mail], sender())
    expect(subject).not.toContain('493021')
    expect(html.split('493021').length).toBeLessThanOrEqual(2)
  })

  it('has facts that its queue message is checked by', () => expect(mails[mail].facts).toBeDefined())
})

describe('the look of mails', () => {
  it.each(['#ffffff', '#fefce8', '#facc15', '#000000', '#777777', '#e5e7eb'])(
    'is readable for a brand of %s',
    (colour) => {
      const look = lookOf(sender({ sidebarColour: colour, linkColour: colour }))
      expect(contrastRatio(look.head, look.onHead)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(look.accent, look.onAccent)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(look.link, look.paper)).toBeGreaterThanOrEqual(4.5)
      const { page, paper, soft, ink, quiet, link } = look.dark
      for (const ground of [page, paper, soft])
        for (const text of [ink, quiet]) expect(contrastRatio(text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(link, paper)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('paints every text and ground anew where its reader sees dark pages', async () => {
    for (const mail of mailNames) {
      const { html } = await renderMail(mail, views[mail], sender(), { url: 'https://x.example', about: 'payments' })
      expect(html).toContain('@media (prefers-color-scheme:dark){')
      const { ink, quiet, page, paper } = lookOf(sender())
      const painted = [...html.matchAll(/<(\w+)([^>]*style="[^"]*")/g)].map(([, tag, rest = '']) => `${tag} ${rest}`)
      const isPainted = (each: string) =>
        [ink, quiet].some((colour) => new RegExp(`[;"]color:${colour}`).test(each)) ||
        [page, paper].some((colour) => each.includes(`background-color:${colour}`))
      // The body's own cell takes no name: the rules find it by its place.
      const isOfBody = (each: string) => each.startsWith('td  style="margin:0;padding:24px 0')
      const forgotten = painted.filter((each) => isPainted(each) && !isOfBody(each) && !/class="m-/.test(each))
      expect([mail, forgotten]).toEqual([mail, []])
    }
  })

  it('shows a logo only where mail programs can', () => {
    const logo = (address: string | null) => lookOf(sender({ logo: address, logoDark: null })).logo
    expect(logo('/logo.png')).toBe('https://app.northlight.example/logo.png')
    expect(logo('https://files.example/logo.png?x=1')).toBe('https://files.example/logo.png?x=1')
    for (const none of [null, '/logo.svg', 'data:image/png;base64,AAAA', 'javascript:alert(1)', 'http://'])
      expect(logo(none)).toBeNull()
  })

  it('keeps a subject to one line', async () => {
    const { subject } = await renderMail(
      'passwordChanged',
      views.passwordChanged,
      sender({ name: 'North\r\nBcc: all@example.com\tlight' }),
    )
    expect(subject).toBe('Your password for North Bcc: all@example.com light was changed')
  })

  it('shows people without an account no link and no subject that strangers wrote', async () => {
    const evil = 'Win at https://evil.com or mail boss@evil.com'
    const names = { name: evil, campaign: evil, inviterName: `${evil} ${'very '.repeat(60)}long` }
    const from = { ...sender({ name: evil }), legalName: evil, address: `${evil}, Chicago, IL 60601` }
    const accounts = ['welcome', 'confirmEmail', 'invitation', 'newEmail', 'emailChangeCode'] as const
    const news = ['pixelSilent', 'leadsNotice', 'fewLeads', 'dayFile'] as const
    const toStrangers = [...accounts, ...news] as const
    expect(mailNames.filter(reachesStrangers).sort()).toEqual([...toStrangers].sort())
    for (const mail of toStrangers) {
      const { subject, text, html } = await renderMail(mail, { ...views[mail], ...names }, from)
      expect(subject, mail).not.toMatch(/win|evil/i)
      // From the head to the foot: the brand, who it is for and from, and the postal address.
      // Somebody whose address alone is known is not greeted by a name.
      const head = news.some((each) => each === mail) ? 'Win at evil com' : 'Hello Win at evil com'
      expect(text, mail).toContain(`${head} or mail boss evil com`)
      expect(text, mail).toContain('Chicago, IL 60601')
      expect(`${text}${html}`, mail).not.toMatch(/evil\.com|@evil|(very ){14}/i)
    }
  })

  it('shows people who have an account the brand as it is written', async () => {
    const { text } = await renderMail('newDevice', views.newDevice, sender({ name: 'Leads.io' }))
    expect(text).toContain('Leads.io')
  })

  it('names the campaign whose own bound is reached, and otherwise the client', async () => {
    const read = async (campaign: string) => {
      const { subject, text } = await renderMail('capReached', { ...views.capReached, campaign }, sender())
      return { subject, text }
    }
    const [one, all] = await Promise.all([read('Roofs'), read('')])
    expect([one.subject, all.subject]).toEqual([
      'The monthly bound of Roofs is reached',
      'The monthly bound of Bright Smiles is reached',
    ])
    expect(one.text).toMatch(/The campaign Roofs may cost no more.*Bright Smiles.*Who edits it/s)
    expect(all.text).toMatch(/The campaigns of Bright Smiles may cost no more.*Who sets prices/s)
  })
})
